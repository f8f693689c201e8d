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

/// No row of a piece passes a multiple of this.
constexpr std::uint64_t kPieceBoundary = std::uint64_t(1) << 31;

/// Gives a loop its metadata; the first operand of such a node is the node itself.
void setLoop(BranchInst &branch, ArrayRef<Metadata *> properties) {
  SmallVector<Metadata *> operands = {nullptr};
  append_range(operands, properties);
  MDNode *loop = MDNode::getDistinct(branch.getContext(), operands);
  loop->replaceOperandWith(0, loop);
  branch.setMetadata(LLVMContext::MD_loop, loop);
}

MDNode *property(LLVMContext &context, const char *name) {
  return MDNode::get(context, MDString::get(context, name));
}

/// To unroll the loop copies the whole kernel and gains nothing.
void setOuterLoop(BranchInst &branch) {
  setLoop(branch, {property(branch.getContext(), "llvm.loop.unroll.disable"),
                   property(branch.getContext(), "llvm.loop.mustprogress"),
                   property(branch.getContext(), kOuterLoop)});
}

} // namespace

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

void ItemLoops::openRows(BasicBlock *before) {
  Value *zero = ConstantInt::get(Type::getInt64Ty(before->getContext()), 0);
  levels_[0] = open(before, 2, zero);
  levels_[1] = open(levels_[0].header, 1, zero);
}

BasicBlock *ItemLoops::forEachPiece(
    BasicBlock *before, const GroupIds &group, const LoopShape &shape,
    function_ref<void(IRBuilderBase &builder, Value *firstGlobalId, Value *items)> run) {
  ItemLoops loops(group, shape);
  loops.openRows(before);
  BasicBlock *piece = loops.startPiece(loops.levels_[1].header);
  IRBuilder<> builder(piece);
  run(builder, builder.CreateAdd(group.firstGlobalId[0], loops.pieceStart_, "first.id", true, true),
      builder.CreateSub(loops.pieceEnd_, loops.pieceStart_, "items", true, true));
  return loops.closeRows(piece);
}

ItemLoops::ItemLoops(BasicBlock *before, const GroupIds &group, const LoopShape &shape,
                     Value *idleFrom)
    : group_(group), shape_(shape), idleFrom_(idleFrom) {
  accessGroup_ = MDNode::getDistinct(before->getContext(), {});
  Value *zero = ConstantInt::get(Type::getInt64Ty(before->getContext()), 0);
  if (shape.isRow) {
    Value *zero32 = ConstantInt::get(Type::getInt32Ty(before->getContext()), 0);
    ids_.localId = ids_.globalId = {zero, zero, zero};
    ids_.localId32 = ids_.globalId32 = {zero32, zero32, zero32};
    rowStart_ = firstLocalId_ = zero;
    pieceEnd_ = group.localSize[0];
    levels_[2] = open(hasTail() ? startPackets(before) : before, 0, firstLocalId_);
    body_ = levels_[2].header;
    IRBuilder<> builder(body_);
    ids_.index = indexOf(builder, ids_.localId[0]);
    latch_ = levels_[2].latch;
    return;
  }
  openRows(before);
  IRBuilder<> builder(levels_[1].header);
  Value *rows =
      builder.CreateAdd(builder.CreateMul(ids_.localId[2], group.itemCount[1], "", true, true),
                        ids_.localId[1], "", true, true);
  rowStart_ = builder.CreateMul(rows, elementsOfRow(builder, shape, group.itemCount[0]),
                                "row.start", true, true);
  BasicBlock *row = levels_[1].header;
  firstLocalId_ = zero;
  pieceEnd_ = group.itemCount[0];
  if (shape.cutsRows) {
    row = startPiece(row);
    firstLocalId_ = pieceStart_;
  }
  levels_[2] = open(hasTail() ? startPackets(row) : row, 0, firstLocalId_);
  body_ = levels_[2].header;
  builder.SetInsertPoint(body_);
  ids_.index = indexOf(builder, ids_.localId[0]);
  latch_ = levels_[2].latch;
}

Value *elementsOfRow(IRBuilderBase &builder, const LoopShape &shape, Value *items) {
  if (shape.packetWidth == 1)
    return items;
  // One more for a row in two pieces, whose first piece may end with a packet that is not full.
  Value *padded =
      builder.CreateAdd(items, builder.getInt64(2 * shape.packetWidth - 1), "", true, true);
  return builder.CreateUDiv(padded, builder.getInt64(shape.packetWidth));
}

Value *ItemLoops::indexOf(IRBuilderBase &builder, Value *localId) {
  if (hasTail()) {
    // Rounded up: the tail of a piece and the first packet of the next are not the same element.
    Value *padded =
        builder.CreateAdd(localId, builder.getInt64(shape_.packetWidth - 1), "", true, true);
    localId = builder.CreateUDiv(padded, builder.getInt64(shape_.packetWidth));
  }
  return builder.CreateAdd(rowStart_, localId, "item", true, true);
}

BasicBlock *ItemLoops::startPackets(BasicBlock *piece) {
  Function *function = piece->getParent();
  auto *enter = BasicBlock::Create(piece->getContext(), "packets", function);
  beforeTail_ = BasicBlock::Create(piece->getContext(), "rest", function);
  afterTail_ = BasicBlock::Create(piece->getContext(), "end.piece", function);
  IRBuilder<> builder(piece);
  Value *items = builder.CreateSub(pieceEnd_, firstLocalId_, "", true, true);
  Value *full = builder.CreateAnd(items, builder.getInt64(~std::uint64_t(shape_.packetWidth - 1)));
  fullEnd_ = builder.CreateAdd(firstLocalId_, full, "full.end", true, true);
  runEnd_ = fullEnd_;
  if (idleFrom_) {
    Value *busy = builder.CreateBinaryIntrinsic(Intrinsic::usub_sat, idleFrom_, firstLocalId_);
    // A packet that is busy in part runs; a limit as large as this sum wraps at is behind all.
    Value *padded = builder.CreateBinaryIntrinsic(Intrinsic::uadd_sat, busy,
                                                  builder.getInt64(shape_.packetWidth - 1));
    busy = builder.CreateAnd(padded, builder.getInt64(~std::uint64_t(shape_.packetWidth - 1)));
    full = builder.CreateBinaryIntrinsic(Intrinsic::umin, full, busy);
    runEnd_ = builder.CreateAdd(firstLocalId_, full, "run.end", true, true);
  }
  // A piece may be shorter than a packet.
  builder.CreateCondBr(builder.CreateIsNull(full), beforeTail_, enter);
  return enter;
}

void ItemLoops::startTail() {
  BranchInst::Create(beforeTail_, closeLevel(levels_[2], 0, runEnd_));
  Function *function = beforeTail_->getParent();
  body_ = BasicBlock::Create(function->getContext(), "tail", function);
  latch_ = BasicBlock::Create(function->getContext(), "end.tail", function);
  IRBuilder<> builder(beforeTail_);
  ids_.lanes = builder.CreateSub(pieceEnd_, fullEnd_, "lanes", true, true);
  builder.CreateCondBr(builder.CreateIsNull(ids_.lanes), afterTail_, body_);
  builder.SetInsertPoint(body_);
  ids_.localId[0] = fullEnd_;
  ids_.localId32[0] = builder.CreateTrunc(fullEnd_, builder.getInt32Ty());
  ids_.globalId[0] = builder.CreateAdd(group_.firstGlobalId[0], fullEnd_, "", true, true);
  ids_.globalId32[0] = builder.CreateTrunc(ids_.globalId[0], builder.getInt32Ty());
  ids_.index = indexOf(builder, fullEnd_);
}

BasicBlock *ItemLoops::startPiece(BasicBlock *before) {
  auto *piece = BasicBlock::Create(before->getContext(), "piece", before->getParent());
  IRBuilder<> builder(before);
  builder.CreateBr(piece);
  builder.SetInsertPoint(piece);
  pieceStart_ = builder.CreatePHI(builder.getInt64Ty(), 2, "piece.start");
  pieceStart_->addIncoming(builder.getInt64(0), before);
  Value *left = builder.CreateSub(group_.itemCount[0], pieceStart_, "", true, true);
  Value *first = builder.CreateAdd(group_.firstGlobalId[0], pieceStart_, "", true, true);
  Value *room = builder.CreateSub(builder.getInt64(kPieceBoundary),
                                  builder.CreateAnd(first, kPieceBoundary - 1), "", true, true);
  Value *items = builder.CreateBinaryIntrinsic(Intrinsic::umin, left, room);
  pieceEnd_ = builder.CreateAdd(pieceStart_, items, "piece.end", true, true);
  return piece;
}

ItemLoops::Level ItemLoops::open(BasicBlock *before, unsigned dimension, Value *firstLocalId) {
  LLVMContext &context = before->getContext();
  Function *function = before->getParent();
  Level level;
  level.header = BasicBlock::Create(context, Twine("item.") + kAxis[dimension], function);
  level.latch = BasicBlock::Create(context, Twine("next.") + kAxis[dimension], function);
  IRBuilder<> builder(before);
  Value *firstGlobalId =
      builder.CreateAdd(group_.firstGlobalId[dimension], firstLocalId, "", true, true);
  Value *firstGlobalId32 = builder.CreateTrunc(firstGlobalId, builder.getInt32Ty());
  // A group has less than 2^31 work-items; a row of joined groups may have more.
  bool isShort = !(dimension == 0 && shape_.joinsGroups);
  Value *firstLocalId32 =
      builder.CreateTrunc(firstLocalId, builder.getInt32Ty(), "", isShort, isShort);
  builder.CreateBr(level.header);
  builder.SetInsertPoint(level.header);
  auto phi = [&](Value *start, const char *name) {
    PHINode *made = builder.CreatePHI(start->getType(), 2, Twine(name) + kAxis[dimension]);
    made->addIncoming(start, before);
    return made;
  };
  ids_.localId[dimension] = level.local = phi(firstLocalId, "local.id.");
  ids_.globalId[dimension] = level.global = phi(firstGlobalId, "global.id.");
  ids_.localId32[dimension] = level.local32 = phi(firstLocalId32, "local.id32.");
  ids_.globalId32[dimension] = level.global32 = phi(firstGlobalId32, "global.id32.");
  return level;
}

BasicBlock *ItemLoops::closeLevel(Level &level, unsigned dimension, Value *end) {
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
  // The last step of a piece may reach the boundary, but nobody uses that value: a poison.
  bool isPiece = dimension == 0;
  advance(level.local32, !(isPiece && shape_.joinsGroups));
  advance(level.global32, isPiece && (shape_.cutsRows || shape_.isRow));
  BranchInst *branch = builder.CreateCondBr(builder.CreateICmpEQ(next, end), after, level.header);
  if (dimension != 0) {
    setOuterLoop(*branch);
    return after;
  }
  if (hasTail()) { // packets are vectors already
    setLoop(*branch, {property(context, "llvm.loop.unroll.disable"),
                      property(context, "llvm.loop.mustprogress"), property(context, kPacketLoop)});
    return after;
  }
  // Work-items are independent between barriers: OpenCL C 3.0 leaves their order open.
  Metadata *parallel[] = {MDString::get(context, "llvm.loop.parallel_accesses"), accessGroup_};
  SmallVector<Metadata *> properties = {MDNode::get(context, parallel),
                                        property(context, "llvm.loop.mustprogress")};
  if (shape_.shortRows) {
    Metadata *never[] = {MDString::get(context, "llvm.loop.vectorize.enable"),
                         ConstantAsMetadata::get(builder.getInt1(false))};
    properties.push_back(MDNode::get(context, never));
    properties.push_back(property(context, "llvm.loop.unroll.disable"));
  } else if (shape_.foldsTail) {
    Metadata *fold[] = {MDString::get(context, "llvm.loop.vectorize.predicate.enable"),
                        ConstantAsMetadata::get(builder.getInt1(true))};
    properties.push_back(MDNode::get(context, fold));
  }
  setLoop(*branch, properties);
  return after;
}

BasicBlock *ItemLoops::close() {
  if (hasTail())
    BranchInst::Create(afterTail_, latch_);
  BasicBlock *afterX = hasTail() ? afterTail_ : closeLevel(levels_[2], 0, pieceEnd_);
  return shape_.isRow ? afterX : closeRows(afterX);
}

BasicBlock *ItemLoops::closeRows(BasicBlock *afterX) {
  IRBuilder<> builder(afterX);
  if (shape_.cutsRows) {
    Value *isLast = builder.CreateICmpEQ(pieceEnd_, group_.itemCount[0]);
    MDNode *likely = MDBuilder(builder.getContext()).createLikelyBranchWeights();
    pieceStart_->addIncoming(pieceEnd_, afterX);
    setOuterLoop(*builder.CreateCondBr(isLast, levels_[1].latch, pieceStart_->getParent(), likely));
  } else {
    builder.CreateBr(levels_[1].latch);
  }
  BasicBlock *afterY = closeLevel(levels_[1], 1, group_.itemCount[1]);
  BranchInst::Create(levels_[0].latch, afterY);
  return closeLevel(levels_[0], 2, group_.itemCount[2]);
}

} // namespace weft::compiler
