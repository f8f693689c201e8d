// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses that are side by side nearly always, which only the values at run time can tell: an
// index of 32 bits that might wrap, a partner at `i ^ distance`, a neighbour at `clamp(x + 1, 0, w
// - 1)` or `(x + 1) % w`. A question to the scalar of lane 0, or to all lanes, is cheaper by far
// than sixteen separate accesses.
#include "vectorize/widen.h"

#include "lower/primitives.h"

#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace weft::compiler {

using namespace llvm;

namespace {

Value *both(IRBuilderBase &builder, Value *a, Value *b) {
  return !a ? b : !b ? a : builder.CreateAnd(a, b);
}

} // namespace

/// (ext x) steps as x does where x does not wrap between the first lane and the last.
std::optional<PacketWidener::LikelyStride>
PacketWidener::likelyExtension(Builder &builder, CastInst &extension, Value *mask) {
  auto narrow = likelyStrided(builder, extension.getOperand(0), mask);
  if (!narrow)
    return std::nullopt;
  const bool isSigned = isa<SExtInst>(extension);
  const unsigned bits = narrow->first->getType()->getIntegerBitWidth();
  const std::uint64_t reach =
      std::uint64_t(std::abs(narrow->stride)) * std::uint64_t(lanes_.width() - 1);
  if (bits < 16 || bits > 32 || reach >> (bits - 1) != 0)
    return std::nullopt;
  const APInt step(bits, reach);
  const bool rises = narrow->stride >= 0;
  APInt limit = rises
                    ? (isSigned ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits)) - step
                    : (isSigned ? APInt::getSignedMinValue(bits) : APInt::getZero(bits)) + step;
  const CmpInst::Predicate predicate = rises ? (isSigned ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE)
                                             : (isSigned ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE);
  Value *fits =
      builder.CreateICmp(predicate, narrow->first, ConstantInt::get(builder.getContext(), limit));
  Value *first = builder.CreateCast(extension.getOpcode(), narrow->first, extension.getType());
  return LikelyStride{first, narrow->stride, both(builder, narrow->holds, fits)};
}

/// i ^ u, i & u, i | u for consecutive i: consecutive where i starts at a multiple of the width and
/// u leaves the bits below alone.
std::optional<PacketWidener::LikelyStride> PacketWidener::likelyBits(Builder &builder,
                                                                     BinaryOperator &operation) {
  Value *id = operation.getOperand(0), *other = operation.getOperand(1);
  if (shapes_.of(id).isUniform())
    std::swap(id, other);
  if (!shapes_.of(other).isUniform() || shapes_.of(id) != Shape::strided(1))
    return std::nullopt;
  if (operation.getOpcode() == Instruction::And && !primitiveOf(*id))
    return std::nullopt;
  Type *type = operation.getType();
  Value *touched = operation.getOpcode() == Instruction::And ? builder.CreateNot(other) : other;
  Value *low =
      builder.CreateAnd(builder.CreateOr(id, touched), ConstantInt::get(type, lanes_.width() - 1));
  return LikelyStride{builder.CreateBinOp(operation.getOpcode(), id, other), 1,
                      builder.CreateICmpEQ(low, ConstantInt::get(type, 0))};
}

/// A step that a bound bends only at the edge of a picture, say: all active lanes are asked whether
/// they are where it would have them.
std::optional<PacketWidener::LikelyStride>
PacketWidener::likelyUnbent(Builder &builder, Instruction &bent, Value *mask) {
  const std::int64_t stride = shapes_.plausibleStride(&bent);
  if (stride == 0 || !bent.getType()->isIntegerTy())
    return std::nullopt;
  // What an inactive lane holds may be poison, which must not decide a branch.
  Value *lanes = builder.CreateFreeze(vector(&bent));
  Value *first = builder.CreateExtractElement(lanes, std::uint64_t(0));
  Value *elsewhere = builder.CreateICmpNE(lanes, lanes_.strided(builder, first, stride));
  Value *holds = builder.CreateNot(lanes_.any(builder, builder.CreateAnd(mask, elsewhere)));
  return LikelyStride{first, stride, holds};
}

/// a + b, a - b, and a | b where the bits do not overlap.
std::optional<PacketWidener::LikelyStride> PacketWidener::likelySum(Builder &builder,
                                                                    Instruction &sum, Value *mask) {
  auto left = likelyStrided(builder, sum.getOperand(0), mask);
  auto right = left ? likelyStrided(builder, sum.getOperand(1), mask) : std::nullopt;
  if (!right)
    return std::nullopt;
  Value *holds = both(builder, left->holds, right->holds);
  if (sum.getOpcode() == Instruction::Sub)
    return LikelyStride{builder.CreateSub(left->first, right->first), left->stride - right->stride,
                        holds};
  return LikelyStride{builder.CreateAdd(left->first, right->first), left->stride + right->stride,
                      holds};
}

/// A choice that is the same for all lanes; the second value where the first has no step, as in a
/// quotient, where the first is for the divisor -1.
std::optional<PacketWidener::LikelyStride>
PacketWidener::likelyChoice(Builder &builder, SelectInst &choice, Value *mask) {
  Value *condition = choice.getCondition();
  if (isDivergent(condition))
    return std::nullopt;
  auto no = likelyStrided(builder, choice.getFalseValue(), mask);
  if (!no)
    return std::nullopt;
  auto yes = likelyStrided(builder, choice.getTrueValue(), mask);
  if (!yes || yes->stride != no->stride)
    return LikelyStride{no->first, no->stride,
                        both(builder, no->holds, builder.CreateNot(condition))};
  return LikelyStride{builder.CreateSelect(condition, yes->first, no->first), no->stride,
                      both(builder, yes->holds, no->holds)};
}

/// No multiple of the divisor lies between the first lane and the last: (x / n) is the same in all
/// and (x % n) steps as x does. To divide once, as a scalar, is cheaper by far than in each lane.
std::optional<PacketWidener::LikelyDivision>
PacketWidener::likelyDivision(Builder &builder, BinaryOperator &division, Value *mask) {
  const bool isSigned =
      division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
  Value *divisor = division.getOperand(1);
  const unsigned bits = division.getType()->getScalarSizeInBits();
  if (division.getType()->isVectorTy() || bits < 16 || !shapes_.of(divisor).isUniform())
    return std::nullopt;
  auto dividend = likelyStrided(builder, division.getOperand(0), mask);
  if (!dividend || dividend->stride <= 0)
    return std::nullopt;
  const std::uint64_t reach = std::uint64_t(dividend->stride) * (lanes_.width() - 1);
  if (reach >> (bits - 2) != 0)
    return std::nullopt;
  auto constant = [&](const APInt &value) { return ConstantInt::get(builder.getContext(), value); };
  const APInt steps(bits, reach);
  const APInt last = (isSigned ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits)) - steps;
  LikelyDivision result;
  result.stride = dividend->stride;
  // Without an active lane a divisor may be anything.
  Value *safe = builder.CreateBinaryIntrinsic(isSigned ? Intrinsic::smax : Intrinsic::umax, divisor,
                                              constant(APInt(bits, 1)));
  result.quotient =
      builder.CreateBinOp(isSigned ? Instruction::SDiv : Instruction::UDiv, dividend->first, safe);
  result.remainder = builder.CreateSub(dividend->first, builder.CreateMul(result.quotient, safe));
  // Not negative, if it has a sign, and no wrap on the way.
  Value *fits = builder.CreateICmpULE(dividend->first, constant(last));
  Value *sameMultiple =
      builder.CreateICmpULT(builder.CreateAdd(result.remainder, constant(steps)), safe);
  // What a negative divisor gives, nobody asks.
  if (isSigned)
    fits = builder.CreateAnd(fits, builder.CreateICmpEQ(safe, divisor));
  result.holds = both(builder, dividend->holds, builder.CreateAnd(fits, sameMultiple));
  return result;
}

std::optional<PacketWidener::LikelyStride> PacketWidener::likelyStrided(Builder &builder,
                                                                        Value *value, Value *mask) {
  if (const Shape shape = shapes_.of(value); shape.isStrided())
    return LikelyStride{value, shape.stride(), nullptr};
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || value->getType()->isVectorTy())
    return std::nullopt;
  switch (instruction->getOpcode()) {
  case Instruction::ZExt:
  case Instruction::SExt:
    return likelyExtension(builder, cast<CastInst>(*instruction), mask);
  case Instruction::Or:
    if (cast<PossiblyDisjointInst>(instruction)->isDisjoint())
      if (auto sum = likelySum(builder, *instruction, mask))
        return sum;
    return likelyBits(builder, cast<BinaryOperator>(*instruction));
  case Instruction::Xor:
    return likelyBits(builder, cast<BinaryOperator>(*instruction));
  case Instruction::And:
    // An id is at a multiple of the width, but not the neighbour of an id.
    if (auto likely = likelyBits(builder, cast<BinaryOperator>(*instruction)))
      return likely;
    return likelyUnbent(builder, *instruction, mask);
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem: {
    auto division = likelyDivision(builder, cast<BinaryOperator>(*instruction), mask);
    if (!division)
      return std::nullopt;
    if (instruction->getOpcode() == Instruction::UDiv ||
        instruction->getOpcode() == Instruction::SDiv)
      return LikelyStride{division->quotient, 0, division->holds};
    return LikelyStride{division->remainder, division->stride, division->holds};
  }
  case Instruction::Select:
    if (auto chosen = likelyChoice(builder, cast<SelectInst>(*instruction), mask))
      return chosen;
    return likelyUnbent(builder, *instruction, mask);
  case Instruction::Call:
  case Instruction::PHI:
    return likelyUnbent(builder, *instruction, mask);
  case Instruction::Mul:
  case Instruction::Shl: {
    auto scaled = likelyStrided(builder, instruction->getOperand(0), mask);
    auto by = scaled ? likelyStrided(builder, instruction->getOperand(1), mask) : std::nullopt;
    if (!by)
      return std::nullopt;
    const auto opcode = cast<BinaryOperator>(instruction)->getOpcode();
    if (opcode == Instruction::Mul && by->stride != 0)
      std::swap(scaled, by);
    auto *factor = dyn_cast<ConstantInt>(by->first);
    const bool isKnown = factor && factor->getValue().ult(32);
    if (by->stride != 0 || (scaled->stride != 0 && !isKnown))
      return std::nullopt;
    const std::int64_t stride =
        scaled->stride == 0 ? 0
                            : scaled->stride * std::int64_t(opcode == Instruction::Shl
                                                                ? 1ull << factor->getZExtValue()
                                                                : factor->getZExtValue());
    return LikelyStride{builder.CreateBinOp(opcode, scaled->first, by->first), stride,
                        both(builder, scaled->holds, by->holds)};
  }
  case Instruction::Add:
  case Instruction::Sub:
    return likelySum(builder, *instruction, mask);
  case Instruction::GetElementPtr: {
    auto &gep = cast<GetElementPtrInst>(*instruction);
    auto result = likelyStrided(builder, gep.getPointerOperand(), mask);
    SmallVector<Value *> indices;
    for (auto index = gep_type_begin(gep), end = gep_type_end(gep); result && index != end;
         ++index) {
      auto step = likelyStrided(builder, index.getOperand(), mask);
      if (!step || (step->stride != 0 && !index.getOperand()->getType()->isIntegerTy(64)))
        return std::nullopt;
      indices.push_back(step->first);
      if (step->stride != 0)
        result->stride +=
            step->stride * std::int64_t(index.getSequentialElementStride(layout_).getFixedValue());
      result->holds = both(builder, result->holds, step->holds);
    }
    if (result)
      result->first = builder.CreateGEP(gep.getSourceElementType(), result->first, indices);
    return result;
  }
  default:
    return std::nullopt;
  }
}

std::optional<PacketWidener::Exchange> PacketWidener::exchangeOf(Builder &builder, Value *pointer,
                                                                 Type *type) {
  auto *gep = dyn_cast<GetElementPtrInst>(pointer);
  if (!gep || gep->getNumIndices() != 1 || type->isVectorTy() ||
      isDivergent(gep->getPointerOperand()) ||
      layout_.getTypeAllocSize(gep->getSourceElementType()) != layout_.getTypeStoreSize(type))
    return std::nullopt;
  Value *index = gep->getOperand(1);
  auto *extension = dyn_cast<ZExtInst>(index);
  auto *flip = dyn_cast<BinaryOperator>(extension ? extension->getOperand(0) : index);
  if (!flip || flip->getOpcode() != Instruction::Xor)
    return std::nullopt;
  Value *id = flip->getOperand(0), *distance = flip->getOperand(1);
  if (shapes_.of(id).isUniform())
    std::swap(id, distance);
  if (!shapes_.of(distance).isUniform() || shapes_.of(id) != Shape::strided(1))
    return std::nullopt;
  Type *integer = id->getType();
  Value *low = builder.CreateAnd(id, ConstantInt::get(integer, lanes_.width() - 1));
  Value *known =
      builder.CreateSelect(builder.CreateIsNull(low), distance, ConstantInt::get(integer, 0));
  Value *own = extension ? builder.CreateZExt(id, extension->getType()) : id;
  return Exchange{builder.CreateGEP(gep->getSourceElementType(), gep->getPointerOperand(), own),
                  known};
}

SmallVector<BasicBlock *> PacketWidener::exchangeWays(const Exchange &exchange, TwoWays &ways) {
  BasicBlock *original = originOf(ways.otherwise);
  auto makeWay = [&](const Twine &name) {
    auto *way = BasicBlock::Create(kernel_.getContext(), name, &kernel_, ways.after);
    BranchInst::Create(ways.after, way);
    origins_[way] = original;
    return way;
  };
  BasicBlock *asking = ways.otherwise;
  asking->getTerminator()->eraseFromParent();
  ways.otherwise = makeWay("scattered");
  Builder builder(asking);
  SwitchInst *choice = builder.CreateSwitch(exchange.distance, ways.otherwise);
  SmallVector<BasicBlock *> result;
  for (unsigned distance = 1; distance < lanes_.width(); distance *= 2) {
    result.push_back(makeWay("exchange"));
    choice->addCase(cast<ConstantInt>(ConstantInt::get(exchange.distance->getType(), distance)),
                    result.back());
  }
  return result;
}

Value *PacketWidener::exchanged(Builder &builder, Value *value, unsigned distance) const {
  SmallVector<int> indices;
  for (unsigned lane = 0; lane < lanes_.width(); ++lane)
    indices.push_back(int(lane ^ distance));
  return builder.CreateShuffleVector(value, indices);
}

PacketWidener::TwoWays PacketWidener::partTwoWays(Instruction &instruction, Value *condition) {
  BasicBlock *before = instruction.getParent();
  BasicBlock *original = originOf(before);
  TwoWays ways;
  ways.after = SplitBlock(before, &instruction);
  ways.likely = BasicBlock::Create(kernel_.getContext(), "side.by.side", &kernel_, ways.after);
  ways.otherwise = BasicBlock::Create(kernel_.getContext(), "scattered", &kernel_, ways.after);
  tails_[original] = ways.after;
  for (BasicBlock *block : {ways.after, ways.likely, ways.otherwise})
    origins_[block] = original;
  before->getTerminator()->eraseFromParent();
  Builder builder(before);
  builder.CreateCondBr(condition, ways.likely, ways.otherwise,
                       MDBuilder(kernel_.getContext()).createLikelyBranchWeights());
  for (BasicBlock *way : {ways.likely, ways.otherwise})
    BranchInst::Create(ways.after, way);
  return ways;
}

} // namespace weft::compiler
