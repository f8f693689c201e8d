// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What lanes ask of each other, as vector instructions: a sub-group is a packet. Lanes that are not
// in the mask take part in nothing; where a function wants the whole sub-group, the mask has all of
// its work-items.
#include "vectorize/widen.h"

#include "llvm/IR/Constants.h"

namespace weft::compiler {

using namespace llvm;

void PacketWidener::widenLaneOperation(CallBase &call, const LaneOperation &operation,
                                       Value *mask) {
  using Kind = LaneOperation::Kind;
  Builder builder(&call);
  const unsigned width = lanes_.width();
  Type *i32 = builder.getInt32Ty();
  auto countLanes = [&](Value *lanes) {
    return builder.CreateUnaryIntrinsic(
        Intrinsic::ctpop, builder.CreateZExtOrTrunc(lanes_.bits(builder, lanes), i32));
  };
  // An inactive lane's value changes nothing.
  auto activeValues = [&] {
    Value *values = vector(call.getArgOperand(0));
    Constant *neutral = neutralElement(operation, call.getType());
    return builder.CreateSelect(mask, values,
                                ConstantVector::getSplat(ElementCount::getFixed(width), neutral));
  };

  switch (operation.kind) {
  case Kind::Lane: {
    // The call stays as the number of lane 0, which lowerLaneOperations() knows.
    SmallVector<Constant *> numbers;
    for (unsigned lane = 0; lane < width; ++lane)
      numbers.push_back(builder.getInt32(lane));
    wide_[&call] = ConstantVector::get(numbers);
    return;
  }
  case Kind::Size:
    return defineUniform(call, countLanes(entryMask_));
  case Kind::MaxSize:
    return defineUniform(call, builder.getInt32(width));
  case Kind::Ballot: {
    Value *votes = builder.CreateAnd(mask, vector(call.getArgOperand(0)));
    return defineUniform(call, builder.CreateZExtOrTrunc(lanes_.bits(builder, votes), i32));
  }
  case Kind::Broadcast: {
    Value *value = call.getArgOperand(0);
    Value *index = call.getArgOperand(1);
    if (!isDivergent(value))
      return defineUniform(call, value);
    if (isDivergent(index)) // the same in all active lanes, though it cannot be seen
      index = lanes_.extract(
          builder, vector(index), i32,
          builder.CreateBinaryIntrinsic(Intrinsic::cttz,
                                        builder.CreateZExtOrTrunc(lanes_.bits(builder, mask), i32),
                                        builder.getFalse()));
    return defineUniform(call, lanes_.extract(builder, vector(value), call.getType(),
                                              builder.CreateAnd(index, width - 1)));
  }
  case Kind::Shuffle: {
    Value *value = call.getArgOperand(0);
    Value *index = call.getArgOperand(1);
    if (!isDivergent(value))
      return isDivergent(&call) ? define(call, vector(value)) : defineUniform(call, value);
    if (!isDivergent(index)) {
      Value *one = lanes_.extract(builder, vector(value), call.getType(),
                                  builder.CreateAnd(index, width - 1));
      return define(call, lanes_.splat(builder, one));
    }
    return define(call, shuffleLanes(builder, vector(value), vector(index)));
  }
  case Kind::Reduce:
    return defineUniform(call, reduceLanes(builder, operation, activeValues()));
  case Kind::Inclusive:
  case Kind::Exclusive:
    return define(call,
                  scanLanes(builder, operation, activeValues(), operation.kind == Kind::Inclusive));
  case Kind::Clustered:
    return define(call, reduceClusters(builder, operation, activeValues(), call.getArgOperand(1)));
  }
}

/// Lane l gets the value of lane indices[l] modulo the width.
Value *PacketWidener::shuffleLanes(Builder &builder, Value *values, Value *indices) {
  const unsigned width = lanes_.width();
  indices = builder.CreateAnd(indices, ConstantInt::get(indices->getType(), width - 1));
  if (auto *constant = dyn_cast<Constant>(indices)) {
    SmallVector<int> order;
    for (unsigned lane = 0; lane < width; ++lane)
      if (auto *index = dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(lane)))
        order.push_back(int(index->getZExtValue()));
    if (order.size() == width)
      return builder.CreateShuffleVector(values, order);
  }
  // The form in which targets recognise a permutation by a variable.
  Value *result = PoisonValue::get(values->getType());
  for (unsigned lane = 0; lane < width; ++lane) {
    Value *value =
        builder.CreateExtractElement(values, builder.CreateExtractElement(indices, lane));
    result = builder.CreateInsertElement(result, value, lane);
  }
  return result;
}

Value *PacketWidener::reduceLanes(Builder &builder, const LaneOperation &operation, Value *values) {
  using Operator = LaneOperation::Operator;
  Type *type = values->getType()->getScalarType();
  const bool isFloat = type->isFloatingPointTy();
  auto reduce = [&](Intrinsic::ID id) { return builder.CreateUnaryIntrinsic(id, values); };
  switch (operation.op) {
  case Operator::Add:
  case Operator::Mul: {
    if (!isFloat)
      return reduce(operation.op == Operator::Add ? Intrinsic::vector_reduce_add
                                                  : Intrinsic::vector_reduce_mul);
    // The order of additions is ours to choose (OpenCL C 3.0 6.15.20): halves, not a chain.
    CallInst *made = operation.op == Operator::Add
                         ? builder.CreateFAddReduce(neutralElement(operation, type), values)
                         : builder.CreateFMulReduce(neutralElement(operation, type), values);
    made->setHasAllowReassoc(true);
    return made;
  }
  case Operator::Min:
    return reduce(isFloat                ? Intrinsic::vector_reduce_fmin
                  : operation.isUnsigned ? Intrinsic::vector_reduce_umin
                                         : Intrinsic::vector_reduce_smin);
  case Operator::Max:
    return reduce(isFloat                ? Intrinsic::vector_reduce_fmax
                  : operation.isUnsigned ? Intrinsic::vector_reduce_umax
                                         : Intrinsic::vector_reduce_smax);
  case Operator::And:
    return reduce(Intrinsic::vector_reduce_and);
  case Operator::Or:
    return reduce(Intrinsic::vector_reduce_or);
  case Operator::Xor:
    return reduce(Intrinsic::vector_reduce_xor);
  }
  llvm_unreachable("an operator without a reduction");
}

Value *PacketWidener::scanLanes(Builder &builder, const LaneOperation &operation, Value *values,
                                bool isInclusive) {
  const unsigned width = lanes_.width();
  Type *type = values->getType()->getScalarType();
  // Each lane gets the value `distance` lanes below it; the lowest get `first`.
  auto shifted = [&](Value *from, unsigned distance, Constant *first) {
    SmallVector<int> order;
    for (unsigned lane = 0; lane < width; ++lane)
      order.push_back(int(lane < distance ? width : lane - distance));
    return builder.CreateShuffleVector(
        from, ConstantVector::getSplat(ElementCount::getFixed(width), first), order);
  };
  Constant *neutral = neutralElement(operation, type);
  for (unsigned distance = 1; distance < width; distance *= 2)
    values = combine(builder, operation, shifted(values, distance, neutral), values);
  return isInclusive ? values
                     : shifted(values, 1, neutralElement(operation, type, /*isResult=*/true));
}

Value *PacketWidener::reduceClusters(Builder &builder, const LaneOperation &operation,
                                     Value *values, Value *size) {
  for (unsigned distance = 1; distance < lanes_.width(); distance *= 2) {
    SmallVector<int> order;
    for (unsigned lane = 0; lane < lanes_.width(); ++lane)
      order.push_back(int(lane ^ distance));
    Value *both = combine(builder, operation, values, builder.CreateShuffleVector(values, order));
    // The size is a constant (extension specification 41.3), so nothing is left of the choice.
    Value *reaches = builder.CreateICmpUGT(size, builder.getInt32(distance));
    values = builder.CreateSelect(reaches, both, values);
  }
  return values;
}

} // namespace weft::compiler
