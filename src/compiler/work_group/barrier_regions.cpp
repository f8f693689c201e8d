// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "work_group/barrier_regions.h"

#include "analysis/kernel_info.h"
#include "analysis/uniformity.h"
#include "lower/primitives.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace weft::compiler {
namespace {

bool isBarrier(const Instruction &instruction) {
  return primitiveOf(instruction) == Primitive::Barrier;
}

bool endsInBarrier(const BasicBlock &block) {
  const Instruction *before = block.getTerminator()->getPrevNode();
  return before && isBarrier(*before);
}

/// For each block, the barriers and the return that can come next. Bit 0 is the return.
class NextEvents {
public:
  explicit NextEvents(Function &kernel) {
    unsigned count = 1;
    for (BasicBlock &block : kernel)
      if (endsInBarrier(block))
        barriers_[&block] = count++;
    SmallVector<BasicBlock *> order(post_order(&kernel.getEntryBlock()));
    for (BasicBlock *block : order)
      events_[block].resize(count);
    for (bool changed = true; changed;) {
      changed = false;
      for (BasicBlock *block : order) {
        BitVector next(count);
        auto barrier = barriers_.find(block);
        if (barrier != barriers_.end())
          next.set(barrier->second);
        else if (succ_empty(block))
          next.set(0);
        else
          for (BasicBlock *successor : successors(block))
            next |= events_[successor];
        if (next != events_[block]) {
          events_[block] = next;
          changed = true;
        }
      }
    }
  }

  const BitVector &at(const BasicBlock *block) const { return events_.find(block)->second; }

  /// Does it depend on this block's terminator what comes next?
  bool decides(const BasicBlock &block) const {
    if (barriers_.contains(&block) || block.getTerminator()->getNumSuccessors() < 2)
      return false;
    const BitVector &first = at(*succ_begin(&block));
    return any_of(successors(&block),
                  [&](const BasicBlock *successor) { return at(successor) != first; });
  }

  /// No two ways lead to a common event: as all work-items meet the same one, they all went the
  /// same way, whatever the analysis knows of the condition.
  bool mustBeUniform(const BasicBlock &block) const {
    SmallPtrSet<const BasicBlock *, 4> distinct(succ_begin(&block), succ_end(&block));
    BitVector seen(at(&block).size());
    for (const BasicBlock *successor : distinct) {
      if (seen.anyCommon(at(successor)))
        return false;
      seen |= at(successor);
    }
    return true;
  }

private:
  DenseMap<const BasicBlock *, unsigned> barriers_;
  DenseMap<const BasicBlock *, BitVector> events_;
};

/// Blocks that only some of the work-items may reach together.
SmallPtrSet<const BasicBlock *, 16> divergentBlocks(Function &kernel, const NextEvents &events,
                                                    UniformityInfo &uniformity) {
  PostDominatorTree postDominators(kernel);
  SmallPtrSet<const BasicBlock *, 16> divergent;
  for (BasicBlock &block : kernel) {
    if (!uniformity.hasDivergentTerminator(block) || succ_size(&block) < 2)
      continue;
    if (events.decides(block) && events.mustBeUniform(block))
      continue;
    const auto *node = postDominators.getNode(&block);
    const auto *join = node ? node->getIDom() : nullptr;
    const BasicBlock *stop = join ? join->getBlock() : nullptr;
    SmallVector<const BasicBlock *> work(successors(&block));
    while (!work.empty()) {
      const BasicBlock *reached = work.pop_back_val();
      if (reached == stop || !divergent.insert(reached).second)
        continue;
      append_range(work, successors(reached));
    }
  }
  return divergent;
}

bool isUniformRegion(const Region &region, const BarrierRegions &all, UniformityInfo &uniformity) {
  for (BasicBlock *block : region.blocks)
    for (Instruction &instruction : *block) {
      if (instruction.isTerminator()) {
        if (succ_size(block) > 1 && !all.cuts.contains(block) &&
            uniformity.hasDivergentTerminator(*block))
          return false;
        continue;
      }
      if (isBarrier(instruction) || isa<DbgInfoIntrinsic>(instruction))
        continue;
      if (uniformity.isDivergent(&instruction) || instruction.mayHaveSideEffects() ||
          isa<AllocaInst>(instruction))
        return false;
    }
  return true;
}

} // namespace

bool splitAtBarriers(Function &kernel) {
  SmallVector<CallInst *> barriers;
  for (Instruction &instruction : instructions(kernel))
    if (isBarrier(instruction))
      barriers.push_back(cast<CallInst>(&instruction));
  for (CallInst *barrier : barriers) {
    Instruction *next = barrier->getNextNode();
    auto *branch = dyn_cast<BranchInst>(next);
    // The block behind must belong to this barrier alone: it becomes the entry of a region.
    if (!branch || branch->isConditional() || !branch->getSuccessor(0)->getSinglePredecessor() ||
        isa<PHINode>(branch->getSuccessor(0)->front()))
      SplitBlock(barrier->getParent(), next);
  }
  return !barriers.empty();
}

BarrierRegions findBarrierRegions(Function &kernel, UniformityInfo &uniformity) {
  BarrierRegions result;
  NextEvents events(kernel);
  auto divergent = divergentBlocks(kernel, events, uniformity);

  SmallVector<BasicBlock *> reachable(post_order(&kernel.getEntryBlock()));
  SmallVector<BasicBlock *> branches;
  for (BasicBlock *block : reachable) {
    if (endsInBarrier(*block))
      result.cuts[block] = CutKind::Barrier;
    else if (succ_empty(block))
      result.cuts[block] = CutKind::Return;
    else if (events.decides(*block) && !uniformity.hasDivergentTerminator(*block) &&
             !divergent.contains(block))
      branches.push_back(block);
  }
  for (BasicBlock *block : branches) {
    result.cuts[block] = CutKind::Branch;
    Instruction *terminator = block->getTerminator();
    // One entry block an edge, even where two edges lead to one block.
    for (unsigned i = 0; i < terminator->getNumSuccessors(); ++i) {
      BasicBlock *successor = terminator->getSuccessor(i);
      auto *entry = BasicBlock::Create(kernel.getContext(), successor->getName() + ".entry",
                                       &kernel, successor);
      BranchInst::Create(successor, entry);
      terminator->setSuccessor(i, entry);
      // Each edge has its own row in a phi; it is given to the new block.
      for (PHINode &phi : successor->phis()) {
        int row = phi.getBasicBlockIndex(block);
        assert(row >= 0 && "an edge without a row in a phi");
        phi.setIncomingBlock(row, entry);
      }
    }
  }

  SmallVector<BasicBlock *> entries = {&kernel.getEntryBlock()};
  result.regionAt[entries.front()] = 0;
  for (unsigned index = 0; index < entries.size(); ++index) {
    Region region;
    region.entry = entries[index];
    SmallVector<BasicBlock *> work = {region.entry};
    while (!work.empty()) {
      BasicBlock *block = work.pop_back_val();
      if (!region.blocks.insert(block))
        continue;
      auto cut = result.cuts.find(block);
      if (cut == result.cuts.end()) {
        append_range(work, successors(block));
        continue;
      }
      region.exits.push_back(block);
      for (BasicBlock *successor : successors(block))
        if (result.regionAt.try_emplace(successor, entries.size()).second)
          entries.push_back(successor);
    }
    region.isUniform = isUniformRegion(region, result, uniformity);
    result.regions.push_back(std::move(region));
  }
  return result;
}

PreservedAnalyses PrintBarrierRegionsPass::run(Function &kernel,
                                               FunctionAnalysisManager &analyses) {
  if (!isKernel(kernel))
    return PreservedAnalyses::all();
  splitAtBarriers(kernel);
  analyses.invalidate(kernel, PreservedAnalyses::none());
  BarrierRegions all =
      findBarrierRegions(kernel, analyses.getResult<WorkGroupUniformity>(kernel).info);
  out_ << "regions of " << kernel.getName() << ":\n";
  for (auto [index, region] : enumerate(all.regions)) {
    out_ << "  " << index << (region.isUniform ? " uniform:" : ":");
    for (BasicBlock *block : region.blocks)
      out_ << ' ' << block->getName();
    for (BasicBlock *exit : region.exits) {
      CutKind kind = all.cuts.find(exit)->second;
      out_ << (kind == CutKind::Return    ? "; return"
               : kind == CutKind::Barrier ? "; barrier"
                                          : "; branch");
      for (BasicBlock *next : successors(exit))
        out_ << ' ' << all.regionAt.find(next)->second;
    }
    out_ << '\n';
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
