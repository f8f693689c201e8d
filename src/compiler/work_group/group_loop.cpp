// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "work_group/group_loop.h"

#include "lower/abi.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::compiler {
namespace {

constexpr const char *kAxis[3] = {"x", "y", "z"};

/// Ids and sizes of a launch that smallIds describes.
void setRange(LoadInst &load, std::uint64_t low) {
  MDBuilder metadata(load.getContext());
  load.setMetadata(LLVMContext::MD_range,
                   metadata.createRange(APInt(64, low), APInt(64, std::uint64_t(1) << 31)));
}

} // namespace

GroupLoop::GroupLoop(Function &function, const LoopShape &shape)
    : shape_(shape), launch_(function.getArg(0)), worker_(function.getArg(1)),
      entry_(BasicBlock::Create(function.getContext(), "entry", &function)) {
  body_ = BasicBlock::Create(function.getContext(), "group", &function);
  next_ = BasicBlock::Create(function.getContext(), "group.next", &function);
  loadLaunch();
  makeLoop(function.getArg(2), function.getArg(3));
}

void GroupLoop::loadLaunch() {
  auto load = [&](std::uint64_t offset, unsigned dimension, std::uint64_t low, const char *name) {
    LoadInst *value = loadField(entry_, entry_.getInt64Ty(), launch_, offset + 8 * dimension,
                                Twine(name) + "." + kAxis[dimension]);
    if (shape_.smallIds)
      setRange(*value, low);
    return value;
  };
  for (unsigned d = 0; d < 3; ++d) {
    ids_.globalOffset[d] = load(offsetof(WeftLaunchState, globalOffset), d, 0, "global.offset");
    // A launch of no work-items runs no group, so sizes are 1 at least here.
    ids_.globalSize[d] = load(offsetof(WeftLaunchState, globalSize), d, 1, "global.size");
    ids_.groupCount[d] = load(offsetof(WeftLaunchState, groupCount), d, 1, "group.count");
    if (shape_.requiredLocalSize[d] != 0)
      ids_.enqueuedLocalSize[d] = entry_.getInt64(shape_.requiredLocalSize[d]);
    else
      ids_.enqueuedLocalSize[d] = load(offsetof(WeftLaunchState, localSize), d, 1, "local.size");
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
  builder.CreateCondBr(builder.CreateICmpEQ(nextGroup, end), exit, body_);
  ReturnInst::Create(context, exit);

  Value *isEmpty = entry_.CreateICmpUGE(first, end);
  Instruction *branch = entry_.CreateCondBr(isEmpty, exit, start);
  entry_.SetInsertPoint(branch);
}

ItemLoops::ItemLoops(BasicBlock *before, const GroupIds &group, const LoopShape &shape)
    : group_(group), shape_(shape) {
  accessGroup_ = MDNode::getDistinct(before->getContext(), {});
  levels_[0] = open(before, 2, group, shape);
  levels_[1] = open(levels_[0].header, 1, group, shape);
  IRBuilder<> builder(levels_[1].header);
  Value *rows =
      builder.CreateAdd(builder.CreateMul(ids_.localId[2], group.localSize[1], "", true, true),
                        ids_.localId[1], "", true, true);
  Value *rowStart = builder.CreateMul(rows, group.localSize[0], "row.start", true, true);
  levels_[2] = open(levels_[1].header, 0, group, shape);
  body_ = levels_[2].header;
  builder.SetInsertPoint(body_);
  ids_.index = builder.CreateAdd(rowStart, ids_.localId[0], "item", true, true);
  latch_ = levels_[2].latch;
}

ItemLoops::Level ItemLoops::open(BasicBlock *before, unsigned dimension, const GroupIds &group,
                                 const LoopShape &shape) {
  LLVMContext &context = before->getContext();
  Function *function = before->getParent();
  Level level;
  level.header = BasicBlock::Create(context, Twine("item.") + kAxis[dimension], function);
  level.latch = BasicBlock::Create(context, Twine("next.") + kAxis[dimension], function);
  IRBuilder<> builder(before);
  Value *start32 = builder.CreateTrunc(group.firstGlobalId[dimension], builder.getInt32Ty(), "",
                                       shape.smallIds, shape.smallIds);
  builder.CreateBr(level.header);
  builder.SetInsertPoint(level.header);
  auto phi = [&](Type *type, Value *start, const char *name) {
    PHINode *made = builder.CreatePHI(type, 2, Twine(name) + kAxis[dimension]);
    made->addIncoming(start, before);
    return made;
  };
  level.local = phi(builder.getInt64Ty(), builder.getInt64(0), "local.id.");
  level.global = phi(builder.getInt64Ty(), group.firstGlobalId[dimension], "global.id.");
  level.local32 = phi(builder.getInt32Ty(), builder.getInt32(0), "local.id32.");
  level.global32 = phi(builder.getInt32Ty(), start32, "global.id32.");
  ids_.localId[dimension] = level.local;
  ids_.globalId[dimension] = level.global;
  ids_.localId32[dimension] = level.local32;
  ids_.globalId32[dimension] = level.global32;
  return level;
}

BasicBlock *ItemLoops::closeLevel(Level &level, unsigned dimension, const GroupIds &group) {
  LLVMContext &context = level.header->getContext();
  auto *after =
      BasicBlock::Create(context, Twine("end.") + kAxis[dimension], level.header->getParent());
  IRBuilder<> builder(level.latch);
  unsigned step = dimension == 0 ? shape_.packetWidth : 1;
  auto advance = [&](PHINode *phi, bool neverWraps) {
    Value *next =
        builder.CreateAdd(phi, ConstantInt::get(phi->getType(), step), "", neverWraps, neverWraps);
    phi->addIncoming(next, level.latch);
    return next;
  };
  Value *next = advance(level.local, true);
  advance(level.global, true);
  advance(level.local32, true); // a row of work-items is shorter than 2^31: a device limit
  advance(level.global32, shape_.smallIds);
  Value *isLast = step == 1 ? builder.CreateICmpEQ(next, group.localSize[dimension])
                            : builder.CreateICmpUGE(next, group.localSize[dimension]);
  BranchInst *branch = builder.CreateCondBr(isLast, after, level.header);
  if (dimension == 0) {
    // Work-items are independent between barriers: OpenCL C 3.0 leaves their order open.
    Metadata *parallel[] = {MDString::get(context, "llvm.loop.parallel_accesses"), accessGroup_};
    Metadata *progress[] = {MDString::get(context, "llvm.loop.mustprogress")};
    MDNode *loop = MDNode::getDistinct(
        context, {nullptr, MDNode::get(context, parallel), MDNode::get(context, progress)});
    loop->replaceOperandWith(0, loop);
    branch->setMetadata(LLVMContext::MD_loop, loop);
  }
  return after;
}

BasicBlock *ItemLoops::close() {
  BasicBlock *afterX = closeLevel(levels_[2], 0, group_);
  BranchInst::Create(levels_[1].latch, afterX);
  BasicBlock *afterY = closeLevel(levels_[1], 1, group_);
  BranchInst::Create(levels_[0].latch, afterY);
  return closeLevel(levels_[0], 2, group_);
}

} // namespace weft::compiler
