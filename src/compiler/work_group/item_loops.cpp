// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "work_group/item_loops.h"

#include "work_group/loop_metadata.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace weft::compiler {
namespace {

/// No row of a piece passes a multiple of this.
constexpr std::uint64_t kPieceBoundary = std::uint64_t(1) << 31;

} // namespace

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
  LLVMContext &context = before->getContext();
  accessGroup_ = MDNode::getDistinct(context, {});
  Value *zero = ConstantInt::get(Type::getInt64Ty(context), 0);
  BasicBlock *row = before;
  if (shape.isRow) {
    Value *zero32 = ConstantInt::get(Type::getInt32Ty(context), 0);
    ids_.localId = ids_.globalId = {zero, zero, zero};
    ids_.localId32 = ids_.globalId32 = {zero32, zero32, zero32};
    rowStart_ = zero;
  } else {
    openRows(before);
    row = levels_[1].header;
    IRBuilder<> builder(row);
    Value *rows =
        builder.CreateAdd(builder.CreateMul(ids_.localId[2], group.itemCount[1], "", true, true),
                          ids_.localId[1], "", true, true);
    rowStart_ = builder.CreateMul(rows, elementsOfRow(builder, shape, group.itemCount[0]),
                                  "row.start", true, true);
  }
  firstLocalId_ = zero;
  pieceEnd_ = group.itemCount[0];
  if (shape.cutsRows) {
    row = startPiece(row);
    firstLocalId_ = pieceStart_;
  }
  levels_[2] = open(hasTail() ? startPackets(row) : row, 0, firstLocalId_);
  body_ = levels_[2].header;
  IRBuilder<> builder(body_);
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
    setLoop(*branch,
            {loopProperty(context, "llvm.loop.unroll.disable"),
             loopProperty(context, "llvm.loop.mustprogress"), loopProperty(context, kPacketLoop)});
    return after;
  }
  // Work-items are independent between barriers: OpenCL C 3.0 leaves their order open.
  Metadata *parallel[] = {MDString::get(context, "llvm.loop.parallel_accesses"), accessGroup_};
  SmallVector<Metadata *> properties = {MDNode::get(context, parallel),
                                        loopProperty(context, "llvm.loop.mustprogress")};
  if (shape_.shortRows) {
    properties.push_back(loopProperty(context, "llvm.loop.vectorize.enable", false));
    properties.push_back(loopProperty(context, "llvm.loop.unroll.disable"));
  } else if (shape_.foldsTail) {
    properties.push_back(loopProperty(context, "llvm.loop.vectorize.predicate.enable", true));
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
