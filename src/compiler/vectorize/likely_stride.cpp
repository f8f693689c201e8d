// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vectorize/likely_stride.h"

#include "lower/primitives.h"

#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft::compiler {

using namespace llvm;

namespace {

Value *both(IRBuilderBase &builder, Value *a, Value *b) {
  return !a ? b : !b ? a : builder.CreateAnd(a, b);
}

} // namespace

/// (ext x) steps as x does where x does not wrap between the first lane and the last.
std::optional<LikelyStride> LikelyStrides::ofExtension(CastInst &extension) {
  auto narrow = of(extension.getOperand(0));
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
      builder_.CreateICmp(predicate, narrow->first, ConstantInt::get(builder_.getContext(), limit));
  Value *first = builder_.CreateCast(extension.getOpcode(), narrow->first, extension.getType());
  return LikelyStride{first, narrow->stride, both(builder_, narrow->holds, fits)};
}

/// i ^ u, i & u, i | u for consecutive i: consecutive where i starts at a multiple of the width and
/// u leaves the bits below alone.
std::optional<LikelyStride> LikelyStrides::ofBits(BinaryOperator &operation) {
  Value *id = operation.getOperand(0), *other = operation.getOperand(1);
  if (shapes_.of(id).isUniform())
    std::swap(id, other);
  if (!shapes_.of(other).isUniform() || shapes_.of(id) != Shape::strided(1))
    return std::nullopt;
  if (operation.getOpcode() == Instruction::And && !primitiveOf(*id))
    return std::nullopt;
  Type *type = operation.getType();
  Value *touched = operation.getOpcode() == Instruction::And ? builder_.CreateNot(other) : other;
  Value *low = builder_.CreateAnd(builder_.CreateOr(id, touched),
                                  ConstantInt::get(type, lanes_.width() - 1));
  return LikelyStride{builder_.CreateBinOp(operation.getOpcode(), id, other), 1,
                      builder_.CreateICmpEQ(low, ConstantInt::get(type, 0))};
}

/// A step that a bound bends only at the edge of a picture, say: all active lanes are asked whether
/// they are where it would have them.
std::optional<LikelyStride> LikelyStrides::ofBent(Instruction &bent) {
  const std::int64_t stride = shapes_.plausibleStride(&bent);
  if (stride == 0 || !bent.getType()->isIntegerTy())
    return std::nullopt;
  // What an inactive lane holds may be poison, which must not decide a branch.
  Value *lanes = builder_.CreateFreeze(vector_(&bent));
  Value *first = builder_.CreateExtractElement(lanes, std::uint64_t(0));
  Value *elsewhere = builder_.CreateICmpNE(lanes, lanes_.strided(builder_, first, stride));
  Value *holds = builder_.CreateNot(lanes_.any(builder_, builder_.CreateAnd(mask_, elsewhere)));
  return LikelyStride{first, stride, holds};
}

/// a + b, a - b, and a | b where the bits do not overlap.
std::optional<LikelyStride> LikelyStrides::ofSum(Instruction &sum) {
  auto left = of(sum.getOperand(0));
  auto right = left ? of(sum.getOperand(1)) : std::nullopt;
  if (!right)
    return std::nullopt;
  Value *holds = both(builder_, left->holds, right->holds);
  if (sum.getOpcode() == Instruction::Sub)
    return LikelyStride{builder_.CreateSub(left->first, right->first), left->stride - right->stride,
                        holds};
  return LikelyStride{builder_.CreateAdd(left->first, right->first), left->stride + right->stride,
                      holds};
}

/// A choice that is the same for all lanes; the second value where the first has no step, as in a
/// quotient, where the first is for the divisor -1.
std::optional<LikelyStride> LikelyStrides::ofChoice(SelectInst &choice) {
  Value *condition = choice.getCondition();
  if (!shapes_.of(condition).isUniform())
    return std::nullopt;
  auto no = of(choice.getFalseValue());
  if (!no)
    return std::nullopt;
  auto yes = of(choice.getTrueValue());
  if (!yes || yes->stride != no->stride)
    return LikelyStride{no->first, no->stride,
                        both(builder_, no->holds, builder_.CreateNot(condition))};
  return LikelyStride{builder_.CreateSelect(condition, yes->first, no->first), no->stride,
                      both(builder_, yes->holds, no->holds)};
}

/// No multiple of the divisor lies between the first lane and the last: (x / n) is the same in all
/// and (x % n) steps as x does. To divide once, as a scalar, is cheaper by far than in each lane.
std::optional<LikelyDivision> LikelyStrides::division(BinaryOperator &division) {
  const bool isSigned =
      division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
  Value *divisor = division.getOperand(1);
  const unsigned bits = division.getType()->getScalarSizeInBits();
  if (division.getType()->isVectorTy() || bits < 16 || !shapes_.of(divisor).isUniform())
    return std::nullopt;
  auto dividend = of(division.getOperand(0));
  if (!dividend || dividend->stride <= 0)
    return std::nullopt;
  const std::uint64_t reach = std::uint64_t(dividend->stride) * (lanes_.width() - 1);
  if (reach >> (bits - 2) != 0)
    return std::nullopt;
  auto constant = [&](const APInt &value) {
    return ConstantInt::get(builder_.getContext(), value);
  };
  const APInt steps(bits, reach);
  const APInt last = (isSigned ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits)) - steps;
  LikelyDivision result;
  result.stride = dividend->stride;
  // Without an active lane a divisor may be anything.
  Value *safe =
      builder_.CreateBinaryIntrinsic(isSigned ? Intrinsic::smax : Intrinsic::umax,
                                     builder_.CreateFreeze(divisor), constant(APInt(bits, 1)));
  result.quotient =
      builder_.CreateBinOp(isSigned ? Instruction::SDiv : Instruction::UDiv, dividend->first, safe);
  result.remainder = builder_.CreateSub(dividend->first, builder_.CreateMul(result.quotient, safe));
  // Not negative, if it has a sign, and no wrap on the way.
  Value *fits = builder_.CreateICmpULE(dividend->first, constant(last));
  Value *sameMultiple =
      builder_.CreateICmpULT(builder_.CreateAdd(result.remainder, constant(steps)), safe);
  // What a negative divisor gives, nobody asks.
  if (isSigned)
    fits = builder_.CreateAnd(fits, builder_.CreateICmpEQ(safe, divisor));
  result.holds = both(builder_, dividend->holds, builder_.CreateAnd(fits, sameMultiple));
  return result;
}

std::optional<LikelyStride> LikelyStrides::ofQuotientOrRemainder(BinaryOperator &operation) {
  auto known = division(operation);
  if (!known)
    return std::nullopt;
  const auto opcode = operation.getOpcode();
  if (opcode == Instruction::UDiv || opcode == Instruction::SDiv)
    return LikelyStride{known->quotient, 0, known->holds};
  return LikelyStride{known->remainder, known->stride, known->holds};
}

/// A product or a shift, of which one side is the same for all lanes; the other has no step either,
/// or is multiplied by a small constant.
std::optional<LikelyStride> LikelyStrides::ofProduct(BinaryOperator &product) {
  auto scaled = of(product.getOperand(0));
  auto by = scaled ? of(product.getOperand(1)) : std::nullopt;
  if (!by)
    return std::nullopt;
  const bool isShift = product.getOpcode() == Instruction::Shl;
  LikelyStride result{builder_.CreateBinOp(product.getOpcode(), scaled->first, by->first), 0,
                      both(builder_, scaled->holds, by->holds)};
  if (!isShift && by->stride != 0)
    std::swap(scaled, by);
  if (by->stride != 0)
    return std::nullopt;
  if (scaled->stride == 0)
    return result;
  auto *factor = dyn_cast<ConstantInt>(by->first);
  if (!factor || factor->getValue().uge(32))
    return std::nullopt;
  const std::uint64_t times =
      isShift ? std::uint64_t(1) << factor->getZExtValue() : factor->getZExtValue();
  result.stride = scaled->stride * std::int64_t(times);
  return result;
}

std::optional<LikelyStride> LikelyStrides::ofAddress(GetElementPtrInst &address) {
  const DataLayout &layout = address.getDataLayout();
  auto result = of(address.getPointerOperand());
  SmallVector<Value *> indices;
  for (auto index = gep_type_begin(address), end = gep_type_end(address); result && index != end;
       ++index) {
    auto step = of(index.getOperand());
    if (!step || (step->stride != 0 && !index.getOperand()->getType()->isIntegerTy(64)))
      return std::nullopt;
    indices.push_back(step->first);
    if (step->stride != 0)
      result->stride +=
          step->stride * std::int64_t(index.getSequentialElementStride(layout).getFixedValue());
    result->holds = both(builder_, result->holds, step->holds);
  }
  if (result)
    result->first = builder_.CreateGEP(address.getSourceElementType(), result->first, indices);
  return result;
}

std::optional<LikelyStride> LikelyStrides::of(Value *value) {
  if (const Shape shape = shapes_.of(value); shape.isStrided())
    return LikelyStride{value, shape.stride(), nullptr};
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || value->getType()->isVectorTy() || ++values_ > kMaxValues)
    return std::nullopt;
  switch (instruction->getOpcode()) {
  case Instruction::ZExt:
  case Instruction::SExt:
    return ofExtension(cast<CastInst>(*instruction));
  case Instruction::Add:
  case Instruction::Sub:
    return ofSum(*instruction);
  case Instruction::Mul:
  case Instruction::Shl:
    return ofProduct(cast<BinaryOperator>(*instruction));
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return ofQuotientOrRemainder(cast<BinaryOperator>(*instruction));
  case Instruction::Or:
    if (cast<PossiblyDisjointInst>(instruction)->isDisjoint())
      if (auto sum = ofSum(*instruction))
        return sum;
    return ofBits(cast<BinaryOperator>(*instruction));
  case Instruction::Xor:
    return ofBits(cast<BinaryOperator>(*instruction));
  case Instruction::And:
    // An id is at a multiple of the width, but not the neighbour of an id.
    if (auto bits = ofBits(cast<BinaryOperator>(*instruction)))
      return bits;
    return ofBent(*instruction);
  case Instruction::Select:
    if (auto chosen = ofChoice(cast<SelectInst>(*instruction)))
      return chosen;
    return ofBent(*instruction);
  case Instruction::Call:
  case Instruction::PHI:
    return ofBent(*instruction);
  case Instruction::GetElementPtr:
    return ofAddress(cast<GetElementPtrInst>(*instruction));
  default:
    return std::nullopt;
  }
}

} // namespace weft::compiler
