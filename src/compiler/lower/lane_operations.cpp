// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/lane_operations.h"

#include "lower/primitives.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"

namespace weft::compiler {

using namespace llvm;

namespace {

using Kind = LaneOperation::Kind;
using Operator = LaneOperation::Operator;

std::optional<LaneOperation> parse(StringRef name) {
  LaneOperation operation{Kind::Lane};
  if (name.consume_front("__weft_packet_"))
    operation.isOfSubGroup = false;
  else if (!name.consume_front("__weft_sub_group_"))
    return std::nullopt;
  // reduce_add_uint, shuffle_float, max_size
  if (name == "max_size") {
    operation.kind = Kind::MaxSize;
    return operation;
  }
  auto [kind, rest] = name.split('_');
  auto found = StringSwitch<std::optional<Kind>>(kind)
                   .Case("lane", Kind::Lane)
                   .Case("size", Kind::Size)
                   .Case("ballot", Kind::Ballot)
                   .Case("shuffle", Kind::Shuffle)
                   .Case("broadcast", Kind::Broadcast)
                   .Case("reduce", Kind::Reduce)
                   .Case("inclusive", Kind::Inclusive)
                   .Case("exclusive", Kind::Exclusive)
                   .Case("clustered", Kind::Clustered)
                   .Default(std::nullopt);
  if (!found)
    return std::nullopt;
  operation.kind = *found;
  auto [op, type] = rest.split('_');
  operation.op = StringSwitch<Operator>(op)
                     .Case("mul", Operator::Mul)
                     .Case("min", Operator::Min)
                     .Case("max", Operator::Max)
                     .Case("and", Operator::And)
                     .Case("or", Operator::Or)
                     .Case("xor", Operator::Xor)
                     .Default(Operator::Add);
  operation.isUnsigned = type.starts_with("u");
  return operation;
}

} // namespace

std::optional<LaneOperation> laneOperationOf(const Value &value) {
  const auto *call = dyn_cast<CallBase>(&value);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isDeclaration() ? parse(callee->getName()) : std::nullopt;
}

bool usesSubGroups(const Function &kernel) {
  return any_of(instructions(kernel), [](const Instruction &instruction) {
    auto operation = laneOperationOf(instruction);
    return (operation && operation->isOfSubGroup) ||
           primitiveOf(instruction) == Primitive::SubGroupId;
  });
}

Value *combine(IRBuilderBase &builder, const LaneOperation &operation, Value *a, Value *b) {
  const bool isFloat = a->getType()->isFPOrFPVectorTy();
  const bool isUnsigned = operation.isUnsigned;
  switch (operation.op) {
  case Operator::Add:
    return isFloat ? builder.CreateFAdd(a, b) : builder.CreateAdd(a, b);
  case Operator::Mul:
    return isFloat ? builder.CreateFMul(a, b) : builder.CreateMul(a, b);
  case Operator::Min:
    return builder.CreateBinaryIntrinsic(isFloat      ? Intrinsic::minnum
                                         : isUnsigned ? Intrinsic::umin
                                                      : Intrinsic::smin,
                                         a, b);
  case Operator::Max:
    return builder.CreateBinaryIntrinsic(isFloat      ? Intrinsic::maxnum
                                         : isUnsigned ? Intrinsic::umax
                                                      : Intrinsic::smax,
                                         a, b);
  case Operator::And:
    return builder.CreateAnd(a, b);
  case Operator::Or:
    return builder.CreateOr(a, b);
  case Operator::Xor:
    return builder.CreateXor(a, b);
  }
  llvm_unreachable("an operator without instructions");
}

Constant *neutralElement(const LaneOperation &operation, Type *type, bool isResult) {
  if (type->isFloatingPointTy())
    switch (operation.op) {
    case Operator::Mul:
      return ConstantFP::get(type, 1.0);
    case Operator::Min:
      return ConstantFP::getInfinity(type);
    case Operator::Max:
      return ConstantFP::getInfinity(type, /*Negative=*/true);
    default:
      return ConstantFP::getZero(type, /*Negative=*/!isResult);
    }
  const unsigned bits = type->getIntegerBitWidth();
  const bool isUnsigned = operation.isUnsigned;
  switch (operation.op) {
  case Operator::Mul:
    return ConstantInt::get(type, 1);
  case Operator::Min:
    return ConstantInt::get(type,
                            isUnsigned ? APInt::getMaxValue(bits) : APInt::getSignedMaxValue(bits));
  case Operator::Max:
    return ConstantInt::get(type,
                            isUnsigned ? APInt::getMinValue(bits) : APInt::getSignedMinValue(bits));
  case Operator::And:
    return Constant::getAllOnesValue(type);
  default:
    return Constant::getNullValue(type);
  }
}

void setSubGroupSize(Function &kernel, unsigned width) {
  for (Instruction &instruction : make_early_inc_range(instructions(kernel))) {
    auto operation = laneOperationOf(instruction);
    if (!operation || operation->kind != Kind::MaxSize)
      continue;
    instruction.replaceAllUsesWith(ConstantInt::get(instruction.getType(), width));
    instruction.eraseFromParent();
  }
}

void lowerLaneOperations(Function &kernel) {
  for (Instruction &instruction : make_early_inc_range(instructions(kernel))) {
    auto operation = laneOperationOf(instruction);
    if (!operation)
      continue;
    auto &call = cast<CallBase>(instruction);
    Type *type = call.getType();
    IRBuilder<> builder(&call);
    Value *value = nullptr;
    switch (operation->kind) {
    case Kind::Lane:
      value = Constant::getNullValue(type);
      break;
    case Kind::Size:
    case Kind::MaxSize:
      value = ConstantInt::get(type, 1);
      break;
    case Kind::Ballot:
      value = builder.CreateZExt(call.getArgOperand(0), type);
      break;
    case Kind::Exclusive:
      value = neutralElement(*operation, type, /*isResult=*/true);
      break;
    default:
      value = call.getArgOperand(0);
    }
    call.replaceAllUsesWith(value);
    call.eraseFromParent();
  }
}

} // namespace weft::compiler
