// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of a packet: intrinsics and math functions have vector forms, everything else is called for
// each active lane.
#include "vectorize/widen.h"

#include "lower/math_names.h"
#include "lower/primitives.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace weft::compiler {

using namespace llvm;

void PacketWidener::widenCall(CallBase &call, Value *mask) {
  if (auto operation = laneOperationOf(call))
    return widenLaneOperation(call, *operation, mask);
  if (primitiveOf(call) && !isFullyVarying(&call))
    return; // ids, barriers
  const bool hasEffect = !call.doesNotAccessMemory();
  if (!hasEffect && !isDivergent(&call))
    return;
  if (widenIntrinsic(call) || widenMath(call))
    return;
  Function *callee = call.getCalledFunction();
  serialize(call, mask, callee ? callee->getName() : "a call through a pointer");
}

bool PacketWidener::widenIntrinsic(CallBase &call) {
  auto *intrinsic = dyn_cast<IntrinsicInst>(&call);
  if (!intrinsic)
    return false;
  const Intrinsic::ID id = intrinsic->getIntrinsicID();
  if (id == Intrinsic::assume || intrinsic->isLifetimeStartOrEnd() ||
      id == Intrinsic::experimental_noalias_scope_decl || isa<DbgInfoIntrinsic>(call)) {
    // True of one work-item; of a packet only where it is the same for all lanes.
    if (any_of(call.args(), [&](const Use &use) { return isDivergent(use.get()); }))
      replaced_.push_back(&call);
    return true;
  }
  if (!isTriviallyVectorizable(id) || !Lanes::isWidenable(call.getType()))
    return false;
  SmallVector<Type *> overloads;
  if (isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr))
    overloads.push_back(lanes_.wideType(call.getType()));
  SmallVector<Value *> arguments;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Value *argument = call.getArgOperand(i);
    if (isVectorIntrinsicWithScalarOpAtArg(id, i, nullptr)) {
      if (isDivergent(argument))
        return false;
    } else {
      argument = vector(argument);
    }
    if (isVectorIntrinsicWithOverloadTypeAtArg(id, int(i), nullptr))
      overloads.push_back(argument->getType());
    arguments.push_back(argument);
  }
  Builder builder(&call);
  CallInst *wide = builder.CreateIntrinsic(id, overloads, arguments);
  if (isa<FPMathOperator>(wide) && isa<FPMathOperator>(call))
    wide->copyFastMathFlags(&call);
  define(call, wide);
  return true;
}

/// The widest form of a math function that lower/vector_math knows: that of a 16-component vector.
constexpr unsigned kMaxMathLanes = 16;

/// __weft_sin_f32 of 16 lanes is __weft_sin_f32x16; __weft_sin_f32x4 of them is four calls of it.
bool PacketWidener::widenMath(CallBase &call) {
  Function *callee = call.getCalledFunction();
  const auto name = callee ? parseMathName(callee->getName()) : std::nullopt;
  if (!name)
    return false;
  const unsigned n = componentCount(call.getType());
  const unsigned total = n * lanes_.width(), piece = std::min(total, kMaxMathLanes);
  SmallVector<Value *> arguments;
  SmallVector<Type *> types;
  for (Value *argument : call.args()) {
    if (componentCount(argument->getType()) != n)
      return false;
    arguments.push_back(vector(argument));
    types.push_back(FixedVectorType::get(argument->getType()->getScalarType(), piece));
  }
  // 3 * 8 lanes, say: there is no form of 3 or 24.
  if (total % piece != 0)
    return false;
  auto wide = kernel_.getParent()->getOrInsertFunction(
      name->withLanes(piece),
      FunctionType::get(FixedVectorType::get(call.getType()->getScalarType(), piece), types,
                        false));
  cast<Function>(wide.getCallee())->copyAttributesFrom(callee);

  Builder builder(&call);
  SmallVector<Value *> results;
  for (unsigned first = 0; first < total; first += piece) {
    SmallVector<Value *> part;
    for (Value *argument : arguments)
      part.push_back(piece == total ? argument
                                    : builder.CreateShuffleVector(
                                          argument, createSequentialMask(first, piece, 0)));
    CallInst *made = builder.CreateCall(wide, part);
    made->setCallingConv(call.getCallingConv());
    made->setDoesNotAccessMemory();
    if (isa<FPMathOperator>(made) && isa<FPMathOperator>(call))
      made->copyFastMathFlags(&call);
    results.push_back(made);
  }
  define(call, concatenateVectors(builder, results));
  return true;
}

/// An operand's value in one lane.
Value *PacketWidener::scalarOperand(Builder &builder, Value *operand, Value *lane) {
  if (isa<Constant>(operand) || isa<BasicBlock>(operand) || isa<MetadataAsValue>(operand))
    return operand;
  const Shape shape = shapes_.of(operand);
  if (shape.isUniform())
    return operand;
  if (shape.isStrided()) {
    Type *type = operand->getType();
    Type *stepType = type->isPointerTy() ? builder.getInt64Ty() : type;
    Value *offset =
        builder.CreateMul(builder.CreateZExtOrTrunc(lane, stepType),
                          ConstantInt::get(stepType->getContext(),
                                           APInt(stepType->getIntegerBitWidth(),
                                                 std::uint64_t(shape.stride()), false, true)));
    return type->isPointerTy() ? builder.CreateGEP(builder.getInt8Ty(), operand, offset)
                               : builder.CreateAdd(operand, offset);
  }
  return laneOf(builder, vector(operand), operand->getType(), lane);
}

/// Lane `lane` of a wide value. Addresses are computed again from the lane's index: to take sixteen
/// of 64 bits out of two registers would be most of a histogram's work.
Value *PacketWidener::laneOf(Builder &builder, Value *wide, Type *type, Value *lane) {
  if (auto *gep = dyn_cast<GetElementPtrInst>(wide);
      gep && gep->getNumIndices() == 1 && !gep->getPointerOperandType()->isVectorTy()) {
    Value *index = gep->getOperand(1);
    return builder.CreateGEP(gep->getSourceElementType(), gep->getPointerOperand(),
                             laneOf(builder, index, index->getType()->getScalarType(), lane));
  }
  if (isa<ZExtInst, SExtInst>(wide) && !type->isVectorTy()) {
    Value *narrow = cast<CastInst>(wide)->getOperand(0);
    // Bytes are taken out of words with a shift: an instruction that takes one out of a vector is
    // two, and only one of the execution ports has it.
    const unsigned bits = narrow->getType()->getScalarSizeInBits();
    auto *known = dyn_cast<ConstantInt>(lane);
    if (isa<ZExtInst>(wide) && known && (bits == 8 || bits == 16) && lanes_.width() * bits >= 64) {
      Value *words = builder.CreateBitCast(
          narrow, FixedVectorType::get(builder.getInt64Ty(), lanes_.width() * bits / 64));
      const std::uint64_t at = known->getZExtValue() * bits;
      Value *word = builder.CreateExtractElement(words, at / 64);
      Value *element =
          builder.CreateAnd(builder.CreateLShr(word, at % 64), builder.getInt64((1u << bits) - 1));
      return builder.CreateZExtOrTrunc(element, type);
    }
    return builder.CreateCast(cast<CastInst>(wide)->getOpcode(),
                              laneOf(builder, narrow, narrow->getType()->getScalarType(), lane),
                              type);
  }
  return lanes_.extract(builder, wide, type, lane);
}

/// Whether finding the next lane would take longer than what is to be done for it.
static bool isShortLaneByLane(const Instruction &instruction) {
  return isa<AtomicRMWInst>(instruction);
}

void PacketWidener::serialize(Instruction &instruction, Value *mask, StringRef reason) {
  remark(instruction, "runs lane by lane: " + reason);
  // Operands become vectors outside of the loop over lanes.
  for (Value *operand : instruction.operands())
    if (!isa<Constant>(operand) && !isa<BasicBlock>(operand) && !isa<MetadataAsValue>(operand) &&
        isFullyVarying(operand))
      vector(operand);

  BasicBlock *before = instruction.getParent();
  BasicBlock *original = originOf(before);
  BasicBlock *after = SplitBlock(before, &instruction);
  BasicBlock *body = BasicBlock::Create(kernel_.getContext(), "lane", &kernel_, after);
  tails_[original] = after;
  origins_[after] = original;
  origins_[body] = original;

  Builder builder(before->getTerminator());
  Value *bits = lanes_.bits(builder, mask);
  const bool hasResult = !instruction.getType()->isVoidTy() && !instruction.use_empty();
  Type *wideType = hasResult ? lanes_.wideType(instruction.getType()) : nullptr;
  auto copyFor = [&](Value *lane) {
    Instruction *copy = instruction.clone();
    for (Use &operand : copy->operands())
      operand.set(scalarOperand(builder, operand.get(), lane));
    return builder.Insert(copy);
  };

  BasicBlock *straight = nullptr;
  Value *straightResult = hasResult ? PoisonValue::get(wideType) : nullptr;
  if (isShortLaneByLane(instruction)) {
    straight = BasicBlock::Create(kernel_.getContext(), "lanes", &kernel_, body);
    origins_[straight] = original;
    Value *isFull = builder.CreateICmpEQ(bits, Constant::getAllOnesValue(bits->getType()));
    builder.CreateCondBr(isFull, straight, body);
    before->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(straight);
    for (unsigned lane = 0; lane < lanes_.width(); ++lane) {
      Value *at = builder.getInt32(lane);
      Instruction *copy = copyFor(at);
      if (hasResult)
        straightResult = lanes_.insert(builder, straightResult, copy, at);
    }
    builder.CreateBr(after);
  } else {
    before->getTerminator()->setSuccessor(0, body);
  }

  builder.SetInsertPoint(body);
  PHINode *left = builder.CreatePHI(bits->getType(), 2, "lanes.left");
  PHINode *results = hasResult ? builder.CreatePHI(wideType, 2, "results") : nullptr;
  Value *lane =
      builder.CreateZExt(builder.CreateBinaryIntrinsic(Intrinsic::cttz, left, builder.getTrue()),
                         builder.getInt32Ty(), "lane");
  Instruction *copy = copyFor(lane);
  Value *next = hasResult ? lanes_.insert(builder, results, copy, lane) : nullptr;
  Value *rest =
      builder.CreateAnd(left, builder.CreateSub(left, ConstantInt::get(left->getType(), 1)));
  builder.CreateCondBr(builder.CreateICmpNE(rest, ConstantInt::get(left->getType(), 0)), body,
                       after);
  left->addIncoming(bits, before);
  left->addIncoming(rest, body);
  if (hasResult) {
    results->addIncoming(PoisonValue::get(wideType), before);
    results->addIncoming(next, body);
    wide_[&instruction] = next;
    if (straight) {
      builder.SetInsertPoint(after, after->begin());
      PHINode *either = builder.CreatePHI(wideType, 2);
      either->addIncoming(straightResult, straight);
      either->addIncoming(next, body);
      wide_[&instruction] = either;
    }
  }
  replaced_.push_back(&instruction);
}

} // namespace weft::compiler
