// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "work_group/group_loop.h"

#include "lower/abi.h"
#include "work_group/loop_metadata.h"

#include "llvm/IR/Function.h"

using namespace llvm;

namespace weft::compiler {

GroupLoop::GroupLoop(Function &function, const LoopShape &shape)
    : shape_(shape), launch_(function.getArg(0)), worker_(function.getArg(1)),
      entry_(BasicBlock::Create(function.getContext(), "entry", &function)) {
  body_ = BasicBlock::Create(function.getContext(), "group", &function);
  next_ = BasicBlock::Create(function.getContext(), "group.next", &function);
  loadLaunch();
  if (shape.isRow)
    makeRow(function.getArg(2), function.getArg(3));
  else
    makeLoop(function.getArg(2), function.getArg(3));
}

void GroupLoop::loadLaunch() {
  auto load = [&](std::uint64_t offset, unsigned dimension, const char *name) {
    return loadField(entry_, entry_.getInt64Ty(), launch_, offset + 8 * dimension,
                     Twine(name) + "." + kAxis[dimension]);
  };
  for (unsigned d = 0; d < 3; ++d) {
    ids_.globalOffset[d] = load(offsetof(WeftLaunchState, globalOffset), d, "global.offset");
    ids_.globalSize[d] = load(offsetof(WeftLaunchState, globalSize), d, "global.size");
    ids_.groupCount[d] = load(offsetof(WeftLaunchState, groupCount), d, "group.count");
    if (shape_.requiredLocalSize[d] != 0)
      ids_.enqueuedLocalSize[d] = entry_.getInt64(shape_.requiredLocalSize[d]);
    else
      ids_.enqueuedLocalSize[d] = load(offsetof(WeftLaunchState, localSize), d, "local.size");
  }
  ids_.workDim = loadField(entry_, entry_.getInt32Ty(), launch_, offsetof(WeftLaunchState, workDim),
                           "work.dim");
}

void GroupLoop::makeLoop(Value *first, Value *end) {
  Function &function = *entry_.GetInsertBlock()->getParent();
  LLVMContext &context = function.getContext();
  auto *exit = BasicBlock::Create(context, "exit", &function);
  auto *start = BasicBlock::Create(context, "start", &function, body_);
  Type *i64 = entry_.getInt64Ty();
  auto &count = ids_.groupCount;

  // Linear ids have dimension 0 fastest. Divisions are for the first group only.
  IRBuilder<> builder(start);
  Value *row = builder.CreateUDiv(first, count[0]);
  PerDimension firstId = {builder.CreateURem(first, count[0]), builder.CreateURem(row, count[1]),
                          builder.CreateUDiv(row, count[1])};
  builder.CreateBr(body_);

  builder.SetInsertPoint(body_);
  PHINode *group = builder.CreatePHI(i64, 2, "group");
  group->addIncoming(first, start);
  std::array<PHINode *, 3> id;
  for (unsigned d = 0; d < 3; ++d) {
    id[d] = builder.CreatePHI(i64, 2, Twine("group.id.") + kAxis[d]);
    id[d]->addIncoming(firstId[d], start);
    ids_.groupId[d] = id[d];
  }
  Value *run = builder.getInt64(1);
  if (shape_.joinsGroups) {
    Value *left = builder.CreateNUWSub(end, group);
    Value *inRow = builder.CreateNUWSub(count[0], id[0]);
    run = builder.CreateBinaryIntrinsic(Intrinsic::umin, left, inRow, nullptr, "groups");
  }
  for (unsigned d = 0; d < 3; ++d) {
    Value *before = builder.CreateMul(id[d], ids_.enqueuedLocalSize[d], "", true, true);
    ids_.firstGlobalId[d] =
        builder.CreateAdd(ids_.globalOffset[d], before, Twine("first.id.") + kAxis[d], true, true);
    Value *left = builder.CreateSub(ids_.globalSize[d], before, "", true, true);
    Value *full = ids_.enqueuedLocalSize[d];
    if (d == 0 && shape_.joinsGroups)
      full = builder.CreateMul(full, run, "", true, true);
    ids_.localSize[d] = builder.CreateBinaryIntrinsic(Intrinsic::umin, full, left, nullptr,
                                                      Twine("items.") + kAxis[d]);
  }
  ids_.itemCount = ids_.localSize;
  if (shape_.isLinear) {
    auto &size = ids_.localSize;
    Value *plane = builder.CreateMul(size[0], size[1], "", true, true);
    ids_.itemCount = {builder.CreateMul(plane, size[2], "items", true, true), builder.getInt64(1),
                      builder.getInt64(1)};
  }

  builder.SetInsertPoint(next_);
  Value *nextGroup = builder.CreateAdd(group, run, "", true, true);
  Value *x = builder.CreateAdd(id[0], run, "", true, true);
  Value *wrapsX = builder.CreateICmpEQ(x, count[0]);
  Value *y = builder.CreateAdd(id[1], builder.CreateZExt(wrapsX, i64), "", true, true);
  Value *wrapsY = builder.CreateICmpEQ(y, count[1]);
  Value *z = builder.CreateAdd(id[2], builder.CreateZExt(wrapsY, i64), "", true, true);
  id[0]->addIncoming(builder.CreateSelect(wrapsX, builder.getInt64(0), x), next_);
  id[1]->addIncoming(builder.CreateSelect(wrapsY, builder.getInt64(0), y), next_);
  id[2]->addIncoming(z, next_);
  group->addIncoming(nextGroup, next_);
  setOuterLoop(*builder.CreateCondBr(builder.CreateICmpEQ(nextGroup, end), exit, body_));
  ReturnInst::Create(context, exit);

  Value *isEmpty = entry_.CreateICmpUGE(first, end);
  Instruction *branch = entry_.CreateCondBr(isEmpty, exit, start);
  entry_.SetInsertPoint(branch);
}

void GroupLoop::makeRow(Value *firstGlobalId, Value *items) {
  Value *zero = entry_.getInt64(0), *one = entry_.getInt64(1);
  ids_.groupId = {zero, zero, zero}; // nobody asks for it, nor for ids along y and z
  ids_.firstGlobalId = {firstGlobalId, zero, zero};
  ids_.localSize = ids_.itemCount = {items, one, one};
  entry_.SetInsertPoint(entry_.CreateBr(body_));
  ReturnInst::Create(entry_.getContext(), next_);
}

} // namespace weft::compiler
