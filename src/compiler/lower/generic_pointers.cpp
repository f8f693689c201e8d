// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/generic_pointers.h"

#include "lower/abi.h"
#include "lower/address_space.h"
#include "lower/primitives.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace weft::compiler {
namespace {

AddressSpace wanted(Primitive primitive) {
  if (primitive == Primitive::ToGlobal)
    return AddressSpace::Global;
  return primitive == Primitive::ToLocal ? AddressSpace::Local : AddressSpace::Private;
}

Value *isInside(IRBuilderBase &builder, Value *address, Value *begin, Value *bytes) {
  Value *distance = builder.CreateSub(address, begin);
  return builder.CreateICmpULT(distance, bytes);
}

Value *lower(IRBuilderBase &builder, Primitive primitive, Value *pointer, Type *type) {
  AddressSpace space = wanted(primitive);
  // No object lies in two address spaces, so what is known of the origin decides.
  const Value *origin = getUnderlyingObject(pointer, 0);
  unsigned originSpace = origin->getType()->getPointerAddressSpace();
  if (originSpace != unsigned(AddressSpace::Generic))
    return originSpace == unsigned(space) ? builder.CreateAddrSpaceCast(pointer, type)
                                          : Constant::getNullValue(type);

  Value *worker = callPrimitive(builder, Primitive::WorkerState);
  Type *i64 = builder.getInt64Ty();
  auto field = [&](std::uint64_t offset) { return loadField(builder, i64, worker, offset); };
  Value *address = builder.CreatePtrToInt(pointer, i64);
  auto isLocal = [&] {
    return isInside(builder, address, field(offsetof(WeftWorkerState, localMemory)),
                    field(offsetof(WeftWorkerState, localBytes)));
  };
  auto isPrivate = [&] {
    Value *stack = field(offsetof(WeftWorkerState, stackBegin));
    Value *stackBytes = builder.CreateSub(field(offsetof(WeftWorkerState, stackEnd)), stack);
    return builder.CreateOr(isInside(builder, address, stack, stackBytes),
                            isInside(builder, address,
                                     field(offsetof(WeftWorkerState, privateMemory)),
                                     field(offsetof(WeftWorkerState, privateBytes))));
  };
  Value *isThere = nullptr;
  if (space == AddressSpace::Local)
    isThere = isLocal();
  else if (space == AddressSpace::Private)
    isThere = isPrivate();
  else
    isThere = builder.CreateNot(builder.CreateOr(isLocal(), isPrivate()));
  return builder.CreateSelect(isThere, builder.CreateAddrSpaceCast(pointer, type),
                              Constant::getNullValue(type));
}

} // namespace

PreservedAnalyses LowerGenericPointersPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto primitive = primitiveOf(instruction);
    if (!primitive || *primitive < Primitive::ToGlobal || *primitive > Primitive::ToPrivate)
      continue;
    IRBuilder<> builder(&instruction);
    Value *pointer = instruction.getOperand(0);
    instruction.replaceAllUsesWith(lower(builder, *primitive, pointer, instruction.getType()));
    instruction.eraseFromParent();
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
