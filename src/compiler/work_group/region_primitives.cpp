// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the primitives of lower/primitives.h are in a work-group function: induction variables of
// its loops, and what it has loaded from the launch state.
#include "work_group/region_emitter.h"

#include "lower/primitives.h"

#include "llvm/IR/Constants.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace weft::compiler {

Value *RegionEmitter::idOf(Copy &copy, Primitive primitive, unsigned dimension,
                           IRBuilderBase &builder) {
  const GroupIds &group = loop_.ids();
  auto narrowed = [&](Value *wide) { return builder.CreateTrunc(wide, builder.getInt32Ty()); };
  switch (primitive) {
  case Primitive::GlobalId:
    return copy.ids->globalId[dimension];
  case Primitive::LocalId:
    return copy.ids->localId[dimension];
  case Primitive::GlobalId32:
    return copy.ids->globalId32[dimension];
  case Primitive::LocalId32:
    return copy.ids->localId32[dimension];
  case Primitive::GroupId:
    return group.groupId[dimension];
  case Primitive::GlobalSize:
    return group.globalSize[dimension];
  case Primitive::LocalSize:
    return group.localSize[dimension];
  case Primitive::EnqueuedLocalSize:
    return group.enqueuedLocalSize[dimension];
  case Primitive::NumGroups:
    return group.groupCount[dimension];
  case Primitive::GlobalOffset:
    return group.globalOffset[dimension];
  case Primitive::GroupId32:
    return narrowed(group.groupId[dimension]);
  case Primitive::GlobalSize32:
    return narrowed(group.globalSize[dimension]);
  case Primitive::LocalSize32:
    return narrowed(group.localSize[dimension]);
  case Primitive::EnqueuedLocalSize32:
    return narrowed(group.enqueuedLocalSize[dimension]);
  case Primitive::NumGroups32:
    return narrowed(group.groupCount[dimension]);
  case Primitive::GlobalOffset32:
    return narrowed(group.globalOffset[dimension]);
  default:
    llvm_unreachable("takes no dimension");
  }
}

Value *RegionEmitter::lowerPrimitive(Copy &copy, CallInst &call, IRBuilderBase &builder) {
  Primitive primitive = *primitiveOf(call);
  switch (primitive) {
  case Primitive::WorkDim:
    return loop_.ids().workDim;
  case Primitive::LaunchState:
    return loop_.launch();
  case Primitive::WorkerState:
    return loop_.worker();
  case Primitive::ProgramScope:
    return programScope_;
  case Primitive::LocalMemory:
    return localMemory_;
  case Primitive::PacketMask:
    return packetMask(copy, builder);
  case Primitive::GroupAccumulator:
  case Primitive::GroupResult:
    return accumulator_;
  case Primitive::LinearId:
    return linearId(copy, builder);
  case Primitive::SubGroupId:
    return builder.CreateLShr(linearId(copy, builder), Log2_32(shape_.packetWidth), "sub.group");
  case Primitive::FirstItem:
    return isFirstItem(copy, builder);
  default:
    break;
  }
  assert(isDimensional(primitive) && "lowered by an earlier pass");
  auto *dimension = cast<ConstantInt>(call.getArgOperand(0)); // FixDimensionsPass
  return idOf(copy, primitive, unsigned(dimension->getLimitedValue(2)), builder);
}

Value *RegionEmitter::packetMask(Copy &copy, IRBuilderBase &builder) {
  const unsigned width = shape_.packetWidth;
  if (!copy.ids->lanes)
    return ConstantInt::getTrue(VectorType::get(builder.getInt1Ty(), width, false));
  SmallVector<Constant *> lanes;
  for (unsigned lane = 0; lane < width; ++lane)
    lanes.push_back(builder.getInt32(lane));
  Value *count = builder.CreateTrunc(copy.ids->lanes, builder.getInt32Ty(), "", true, true);
  return builder.CreateICmpULT(ConstantVector::get(lanes), builder.CreateVectorSplat(width, count),
                               "packet.mask");
}

/// Of the item's first work-item. Fewer than 2^31 work-items are in a group.
Value *RegionEmitter::linearId(Copy &copy, IRBuilderBase &builder) {
  auto &id = copy.ids->localId32;
  if (shape_.isLinear)
    return id[0];
  auto size = [&](unsigned dimension) {
    return builder.CreateTrunc(loop_.ids().localSize[dimension], builder.getInt32Ty());
  };
  Value *row = builder.CreateAdd(builder.CreateMul(id[2], size(1)), id[1]);
  return builder.CreateAdd(builder.CreateMul(row, size(0)), id[0], "linear.id");
}

Value *RegionEmitter::isFirstItem(Copy &copy, IRBuilderBase &builder) {
  auto &id = copy.ids->localId;
  return builder.CreateIsNull(builder.CreateOr(builder.CreateOr(id[0], id[1]), id[2]),
                              "first.item");
}

} // namespace weft::compiler
