// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "work_group/region_reach.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft::compiler {

SmallVector<BasicBlock *, 2> RegionReach::next(BasicBlock *block) const {
  SmallVector<BasicBlock *, 2> blocks;
  if (!is_contained(region_.exits, block))
    copy_if(successors(block), std::back_inserter(blocks),
            [&](BasicBlock *successor) { return region_.blocks.contains(successor); });
  return blocks;
}

/// The immediate dominators of a graph, by "A Simple, Fast Dominance Algorithm" (Cooper, Harvey,
/// Kennedy). Blocks are numbers in reverse postorder, so that each but the first has a predecessor
/// with a smaller number; that of block 0 is 0.
static SmallVector<unsigned> immediateDominators(ArrayRef<SmallVector<unsigned, 2>> predecessors) {
  const unsigned unknown = predecessors.size();
  SmallVector<unsigned> above(predecessors.size(), unknown);
  above[0] = 0;
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (unsigned block = 1; block < predecessors.size(); ++block) {
      unsigned common = unknown;
      for (unsigned other : predecessors[block]) {
        if (above[other] == unknown)
          continue;
        if (common == unknown)
          common = other;
        while (common != other)
          (common > other ? common : other) = above[std::max(common, other)];
      }
      isChanged |= above[block] != common;
      above[block] = common;
    }
  }
  return above;
}

RegionReach::RegionReach(const Region &region) : region_(region) {
  // A kernel with a few thousand blocks is one region: what is asked for each use has to be cheap.
  SmallVector<BasicBlock *> order;
  SmallPtrSet<BasicBlock *, 8> seen = {region.entry};
  SmallVector<std::pair<BasicBlock *, SmallVector<BasicBlock *, 2>>> path;
  path.emplace_back(region.entry, next(region.entry));
  while (!path.empty()) {
    auto &[block, left] = path.back();
    if (left.empty()) {
      order.push_back(block);
      path.pop_back();
    } else if (BasicBlock *successor = left.pop_back_val(); seen.insert(successor).second) {
      path.emplace_back(successor, next(successor));
    }
  }
  std::reverse(order.begin(), order.end());

  DenseMap<BasicBlock *, unsigned> numbers;
  for (auto [number, block] : enumerate(order))
    numbers[block] = number;
  SmallVector<SmallVector<unsigned, 2>> predecessors(order.size());
  for (auto [number, block] : enumerate(order))
    for (BasicBlock *successor : next(block))
      predecessors[numbers.lookup(successor)].push_back(number);
  SmallVector<unsigned> above = immediateDominators(predecessors);

  // How many blocks each dominates; from them follows where each one's span starts.
  SmallVector<unsigned> sizes(order.size(), 1), starts(order.size(), 0), taken(order.size(), 1);
  for (unsigned block = order.size() - 1; block > 0; --block)
    sizes[above[block]] += sizes[block];
  for (unsigned block = 1; block < order.size(); ++block) {
    starts[block] = starts[above[block]] + taken[above[block]];
    taken[above[block]] += sizes[block];
  }
  for (unsigned block = 0; block < order.size(); ++block)
    spans_[order[block]] = {starts[block], starts[block] + sizes[block]};
}

bool RegionReach::dominates(BasicBlock *definition, BasicBlock *user) const {
  auto below = spans_.find(user);
  if (definition == user || below == spans_.end())
    return true; // nobody gets there
  auto above = spans_.find(definition);
  return above != spans_.end() && above->second.first <= below->second.first &&
         below->second.first < above->second.end;
}

bool RegionReach::leads(BasicBlock *definition, BasicBlock *user) const {
  SmallPtrSet<BasicBlock *, 8> reached;
  SmallVector<BasicBlock *> work = {definition};
  while (!work.empty()) {
    BasicBlock *block = work.pop_back_val();
    if (!region_.blocks.contains(block) || !reached.insert(block).second)
      continue;
    if (block == user)
      return true;
    append_range(work, next(block));
  }
  return false;
}

bool isAvailable(const Region &region, const RegionReach &reach, const Use &use) {
  auto *definition = cast<Instruction>(use.get());
  auto *user = cast<Instruction>(use.getUser());
  if (!region.blocks.contains(definition->getParent()))
    return false;
  BasicBlock *where = user->getParent();
  if (auto *phi = dyn_cast<PHINode>(user))
    where = phi->getIncomingBlock(use);
  return reach.dominates(definition->getParent(), where);
}

bool hasEdge(const BarrierRegions &regions, const Region &region, BasicBlock *predecessor) {
  return region.blocks.contains(predecessor) && !regions.cuts.contains(predecessor);
}

} // namespace weft::compiler
