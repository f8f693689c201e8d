// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Masks, branches and phis of a packet. A block's mask says which lanes are in it; it is the mask
// of the block's dominator, less the lanes that took another way and have not come back yet.
#include "vectorize/widen.h"

#include "lower/primitives.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace weft::compiler {

using namespace llvm;

/// Where a divergent branch's two ways meet: the successor that every way leads to.
BasicBlock *PacketWidener::findJoin(BranchInst &branch) const {
  BasicBlock *block = branch.getParent();
  for (BasicBlock *successor : branch.successors())
    if (postDominators_.dominates(successor, block))
      return successor;
  return nullptr;
}

bool PacketWidener::canWiden(std::string &reason) {
  SmallPtrSet<BasicBlock *, 8> meetings;
  for (BasicBlock &block : kernel_) {
    for (Instruction &instruction : block)
      if (!instruction.getType()->isVoidTy() && isDivergent(&instruction) &&
          !Lanes::isWidenable(instruction.getType())) {
        reason = "a value of a type that vectors cannot hold";
        return false;
      }
    if (!uniformity_.hasDivergentTerminator(block))
      continue;
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    const Loop *loop = loops_.getLoopFor(&block);
    if (branch && loop && loop->isLoopLatch(&block) && loop->isLoopExiting(&block) &&
        loop->getExitingBlock() == &block && loop->getLoopPreheader())
      continue;
    BasicBlock *join = branch ? findJoin(*branch) : nullptr;
    BasicBlock *region =
        !join ? nullptr : branch->getSuccessor(branch->getSuccessor(0) == join ? 1 : 0);
    if (!join || !region->getSinglePredecessor() || loops_.getLoopFor(join) != loop ||
        !meetings.insert(join).second) {
      reason = "divergent control flow that could not be structurised";
      return false;
    }
    joinOf_[&block] = join;
  }
  return true;
}

void PacketWidener::collectLoops() {
  for (const Loop *loop : loops_.getLoopsInPreorder()) {
    preheaders_[loop] = loop->getLoopPreheader();
    BasicBlock *latch = loop->getLoopLatch();
    if (latch && uniformity_.hasDivergentTerminator(*latch)) {
      DivergentLoop &divergent = divergentLoops_[loop];
      divergent.preheader = loop->getLoopPreheader();
      divergent.latch = latch;
    }
  }
}

Value *PacketWidener::maskOf(BasicBlock *block) {
  if (Value *known = masks_.lookup(block))
    return known;
  auto *node = dominators_.getNode(block);
  if (!node || !node->getIDom())
    return masks_[block] = entryMask_;

  const Loop *loop = loops_.getLoopFor(block);
  if (loop && loop->getHeader() == block) {
    Value *entering = maskOf(preheaders_.lookup(loop));
    auto divergent = divergentLoops_.find(loop);
    if (divergent == divergentLoops_.end())
      return masks_[block] = entering;
    Builder builder(&block->front());
    PHINode *live = builder.CreatePHI(entering->getType(), 2, "live");
    // The preheader may end in another block by now; it is found again through the header.
    for (BasicBlock *predecessor : predecessors(block))
      if (predecessor != divergent->second.latch)
        live->addIncoming(entering, predecessor);
    divergent->second.liveMask = live;
    return masks_[block] = live;
  }

  BasicBlock *above = node->getIDom()->getBlock();
  // Behind a loop all lanes that entered it are back.
  const Loop *left = loops_.getLoopFor(above);
  if (left && !left->contains(block)) {
    while (left->getParentLoop() && !left->getParentLoop()->contains(block))
      left = left->getParentLoop();
    return masks_[block] = maskOf(preheaders_.lookup(left));
  }
  Value *mask = maskOf(above);
  if (uniformity_.hasDivergentTerminator(*above) && joinOf_.lookup(above) != block)
    mask = joins_.find(joinOf_.lookup(above))->second.mask;
  return masks_[block] = mask;
}

/// Whether running a region without active lanes costs less than finding out that there are none.
bool PacketWidener::isCheapToRun(BasicBlock &region, BasicBlock &join) const {
  if (region.getSingleSuccessor() != &join)
    return false;
  unsigned cost = 0;
  for (const Instruction &instruction : region) {
    if (instruction.isTerminator())
      continue;
    // Without an active lane an index may be anything.
    if (const Value *pointer = getLoadStorePointerOperand(&instruction);
        pointer && pointer->getType()->getPointerAddressSpace() == 0) {
      APInt offset(layout_.getIndexTypeSizeInBits(pointer->getType()), 0);
      if (!isa<AllocaInst>(pointer->stripAndAccumulateConstantOffsets(layout_, offset, true)))
        return false;
    }
    if (const auto *load = dyn_cast<LoadInst>(&instruction)) {
      // Without an active lane a uniform address may be no address at all.
      if (!isDivergent(load->getPointerOperand()) || !load->isSimple())
        return false;
      cost += isFullyVarying(load->getPointerOperand()) ? 16 : 2;
    } else if (const auto *store = dyn_cast<StoreInst>(&instruction)) {
      if (!isDivergent(store->getPointerOperand()) || !store->isSimple())
        return false;
      cost += isFullyVarying(store->getPointerOperand()) ? 16 : 2;
    } else if (const auto *call = dyn_cast<CallBase>(&instruction)) {
      if (!isTriviallyVectorizable(call->getIntrinsicID()) || !call->doesNotAccessMemory())
        return false;
      cost += 2;
    } else if (instruction.mayReadOrWriteMemory() || isa<PHINode>(instruction)) {
      return false;
    } else if (instruction.isIntDivRem()) {
      cost += 16;
    } else {
      cost += componentCount(instruction.getType());
    }
  }
  return cost <= 16;
}

static bool asksLocalId(const BranchInst &branch) {
  return any_of(cast<ICmpInst>(branch.getCondition())->operands(), [](const Use &operand) {
    auto primitive = primitiveOf(*operand);
    return primitive == Primitive::LocalId || primitive == Primitive::LocalId32;
  });
}

/// A branch that some lanes take where lane 0 takes it: `id < limit` or `id == 0`, in a place that
/// all lanes reach. To ask a scalar costs less, and LLVM knows what to do with it. Null for others.
Value *PacketWidener::firstLaneDecides(Builder &builder, BranchInst &branch, Value *mask,
                                       bool negated) {
  auto *compare = dyn_cast<ICmpInst>(branch.getCondition());
  if (!compare || mask != entryMask_)
    return nullptr;
  CmpInst::Predicate predicate = negated ? compare->getInversePredicate() : compare->getPredicate();
  Value *id = compare->getOperand(0), *limit = compare->getOperand(1);
  if (shapes_.of(id).isUniform()) {
    std::swap(id, limit);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  // An id itself does not wrap from lane to lane.
  const bool isFirst = predicate == CmpInst::ICMP_EQ && match(limit, PatternMatch::m_Zero());
  if (!ICmpInst::isLT(predicate) && !ICmpInst::isLE(predicate) && !isFirst)
    return nullptr;
  auto primitive = primitiveOf(*id);
  return primitive && isDimensional(*primitive) && shapes_.of(id) == Shape::strided(1) &&
                 shapes_.of(limit).isUniform()
             ? builder.CreateICmp(predicate, id, limit)
             : nullptr;
}

void PacketWidener::widenTerminator(BasicBlock &original) {
  if (!uniformity_.hasDivergentTerminator(original))
    return;
  // What is now the end of the block.
  Value *mask = maskOf(&original);
  BasicBlock *block = tailOf(&original);
  auto *branch = cast<BranchInst>(block->getTerminator());
  Builder builder(branch);
  Value *condition = vector(branch->getCondition());

  const Loop *loop = loops_.getLoopFor(&original);
  if (auto divergent = loop ? divergentLoops_.find(loop) : divergentLoops_.end();
      divergent != divergentLoops_.end() && divergent->second.latch == &original) {
    DivergentLoop &info = divergent->second;
    const bool staysIfTrue = branch->getSuccessor(0) == loop->getHeader();
    Value *stays =
        builder.CreateAnd(mask, staysIfTrue ? condition : builder.CreateNot(condition), "stays");
    info.latch = block;
    info.latchMask = mask;
    info.liveMask->addIncoming(stays, block);
    Value *any = lanes_.any(builder, stays);
    branch->setCondition(staysIfTrue ? any : builder.CreateNot(any));
    return;
  }

  BasicBlock *join = joinOf_.lookup(&original);
  const unsigned way = branch->getSuccessor(0) == join ? 1 : 0;
  BasicBlock *region = branch->getSuccessor(way);
  Join &meeting = joins_[join];
  meeting.original = &original;
  meeting.branch = block;
  meeting.mask =
      builder.CreateAnd(mask, way == 0 ? condition : builder.CreateNot(condition), "taken");
  // Packets for which lane 0 says that there is nothing to do can be left out (idle_items.h).
  Value *any = firstLaneDecides(builder, *branch, mask, way == 1);
  meeting.flattened = !(any && asksLocalId(*branch)) && isCheapToRun(*region, *join);
  if (meeting.flattened) {
    builder.CreateBr(region);
  } else {
    if (!any)
      any = lanes_.any(builder, meeting.mask);
    builder.CreateCondBr(any, region, join);
  }
  branch->eraseFromParent();
}

void PacketWidener::widenPhi(PHINode &phi) {
  BasicBlock *block = phi.getParent();
  // A loop that lanes leave at different times: each lane's value is from its own last iteration.
  if (isDivergent(&phi))
    for (auto &[loop, divergent] : divergentLoops_)
      if (!loop->contains(block) && phi.getBasicBlockIndex(divergent.latch) >= 0)
        return define(phi, leaveLoop(phi, divergent));
  if (shapes_.of(&phi).isStrided())
    return;
  Builder builder(&phi);
  PHINode *wide = builder.CreatePHI(lanes_.wideType(phi.getType()), phi.getNumIncomingValues());
  wide->copyFastMathFlags(&phi);
  openPhis_.emplace_back(&phi, wide);
  define(phi, wide);
}

Value *PacketWidener::leaveLoop(PHINode &exitPhi, DivergentLoop &loop) {
  Value *value = exitPhi.getIncomingValueForBlock(loop.latch);
  Type *type = lanes_.wideType(exitPhi.getType());
  Builder builder(loop.liveMask);
  PHINode *kept = builder.CreatePHI(type, 2, exitPhi.getName() + ".kept");
  builder.SetInsertPoint(loop.latch->getTerminator());
  Value *next = builder.CreateSelect(
      lanes_.expandMask(builder, loop.latchMask, componentCount(exitPhi.getType())), vector(value),
      kept, exitPhi.getName() + ".last");
  for (BasicBlock *from : loop.liveMask->blocks())
    kept->addIncoming(from == loop.latch ? next : PoisonValue::get(type), from);
  return next;
}

void PacketWidener::completePhis() {
  for (auto &[scalar, wide] : openPhis_) {
    auto found = joins_.find(scalar->getParent());
    const Join *join = found == joins_.end() ? nullptr : &found->second;
    for (unsigned i = 0; i < scalar->getNumIncomingValues(); ++i) {
      Value *value = scalar->getIncomingValue(i);
      BasicBlock *from = scalar->getIncomingBlock(i);
      // Uniform ways lead to the same place without the parting.
      if (!join || !dominators_.dominates(join->original, originOf(from))) {
        wide->addIncoming(vector(value), from);
        continue;
      }
      if (from == join->branch) {
        if (!join->flattened)
          wide->addIncoming(vector(value), from);
        continue;
      }
      // Lanes that skipped the region bring their value past it.
      Value *skipped = scalar->getIncomingValueForBlock(join->branch);
      Value *merged = nullptr;
      if (isa<UndefValue>(skipped)) {
        merged = vector(value);
      } else if (isa<UndefValue>(value)) {
        merged = vector(skipped);
      } else {
        Builder builder(from->getTerminator());
        merged = builder.CreateSelect(
            lanes_.expandMask(builder, join->mask, componentCount(scalar->getType())),
            vector(value), vector(skipped));
      }
      wide->addIncoming(merged, from);
    }
  }
  // Uniform phis where a jump has gone.
  for (auto &[block, join] : joins_)
    if (join.flattened)
      for (PHINode &phi : block->phis())
        if (int index = phi.getBasicBlockIndex(join.branch); index >= 0)
          phi.removeIncomingValue(unsigned(index), /*DeletePHIIfEmpty=*/false);
}

PacketWidener::TwoWays PacketWidener::partTwoWays(Instruction &instruction, Value *condition) {
  BasicBlock *before = instruction.getParent();
  BasicBlock *original = originOf(before);
  TwoWays ways;
  ways.after = SplitBlock(before, &instruction);
  ways.likely = BasicBlock::Create(kernel_.getContext(), "side.by.side", &kernel_, ways.after);
  ways.otherwise = BasicBlock::Create(kernel_.getContext(), "scattered", &kernel_, ways.after);
  tails_[original] = ways.after;
  for (BasicBlock *block : {ways.after, ways.likely, ways.otherwise})
    origins_[block] = original;
  before->getTerminator()->eraseFromParent();
  Builder builder(before);
  // Where lane 0 may be inactive, what it has may be poison.
  if (maskOf(original) != entryMask_)
    condition = builder.CreateFreeze(condition);
  builder.CreateCondBr(condition, ways.likely, ways.otherwise,
                       MDBuilder(kernel_.getContext()).createLikelyBranchWeights());
  for (BasicBlock *way : {ways.likely, ways.otherwise})
    BranchInst::Create(ways.after, way);
  return ways;
}

} // namespace weft::compiler
