// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "work_group/live_values.h"

#include "lower/primitives.h"
#include "lower/sort.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft::compiler {
namespace {

/// Beyond this a load is cheaper than computing a value again.
constexpr unsigned kRecomputeBudget = 8;
/// A work-group function runs on the stack of a thread of the driver or of the application.
constexpr std::uint64_t kStackVariableBytes = 4096;
constexpr std::uint64_t kStackBytes = 16384;

bool isPure(const Instruction &instruction) {
  if (primitiveOf(instruction))
    return instruction.willReturn() && !instruction.mayReadOrWriteMemory();
  switch (instruction.getOpcode()) {
  case Instruction::SDiv:
  case Instruction::SRem:
  case Instruction::UDiv:
  case Instruction::URem:
  case Instruction::FDiv:
  case Instruction::FRem:
    return false; // not cheap
  default:
    return isa<BinaryOperator, CastInst, GetElementPtrInst, CmpInst, SelectInst, UnaryOperator,
               ExtractElementInst, InsertElementInst, ShuffleVectorInst>(instruction);
  }
}

class LiveValueFinder {
public:
  LiveValueFinder(Function &kernel, const BarrierRegions &regions, UniformityInfo &uniformity)
      : kernel_(kernel), regions_(regions), uniformity_(uniformity) {}

  LiveValues run() {
    for (const Region &region : regions_.regions)
      findCrossing(region);
    for (auto *instruction : SmallVector<Instruction *>(crossing_.begin(), crossing_.end()))
      place(*instruction);
    for (Instruction &instruction : kernel_.getEntryBlock())
      if (auto *variable = dyn_cast<AllocaInst>(&instruction))
        placeVariable(*variable);
    layOut();
    return std::move(result_);
  }

private:
  void findCrossing(const Region &region) {
    RegionReach reach(region);
    for (BasicBlock *block : region.blocks) {
      auto cut = regions_.cuts.find(block);
      for (Instruction &user : *block) {
        bool isCutBranch =
            user.isTerminator() && cut != regions_.cuts.end() && cut->second == CutKind::Branch;
        for (Use &use : user.operands()) {
          auto *value = dyn_cast<Instruction>(use.get());
          if (!value || isa<AllocaInst>(value))
            continue;
          if (isCutBranch) {
            crossing_.insert(value); // the group looks at it, outside of all regions
            continue;
          }
          if (auto *phi = dyn_cast<PHINode>(&user))
            if (!hasEdge(regions_, region, phi->getIncomingBlock(use)))
              continue;
          if (isAvailable(region, reach, use))
            continue;
          crossing_.insert(value);
          // Where the use may also come behind the definition it is not the region's entry that
          // decides what it sees. A loop round a barrier has its old value before its new one.
          auto *phi = dyn_cast<PHINode>(&user);
          if (region.blocks.contains(value->getParent()) &&
              reach.leads(value->getParent(), phi ? phi->getIncomingBlock(use) : block))
            mixed_.insert(value);
          if (uniformity_.isDivergentUse(use))
            mixed_.insert(value);
        }
      }
    }
  }

  bool canShare(Instruction &value) {
    return uniformity_.isUniform(&value) && !mixed_.contains(&value);
  }

  /// Counts the instructions that must be computed again into `budget`. Leaves are what every
  /// region has at hand.
  bool isCheap(Instruction &value, unsigned &budget) {
    if (!isPure(value) || budget == 0)
      return false;
    --budget;
    for (Value *operand : value.operands()) {
      auto *inner = dyn_cast<Instruction>(operand);
      if (!inner || isa<AllocaInst>(inner))
        continue;
      unsigned before = budget;
      if (isCheap(*inner, budget))
        continue;
      budget = before;
      if (!canShare(*inner))
        return false;
    }
    return true;
  }

  bool isRecomputed(Instruction &value) {
    unsigned budget = kRecomputeBudget;
    return isCheap(value, budget);
  }

  void place(Instruction &value) {
    if (result_.places.contains(&value))
      return;
    if (!isRecomputed(value)) {
      result_.places[&value] = canShare(value) ? ValuePlace::Shared : ValuePlace::PerItem;
      return;
    }
    result_.places[&value] = ValuePlace::Recompute;
    for (Value *operand : value.operands())
      if (auto *inner = dyn_cast<Instruction>(operand))
        if (!isa<AllocaInst>(inner))
          place(*inner);
  }

  void placeVariable(AllocaInst &variable) {
    PrivateVariable &placed = result_.variables[&variable];
    if (regions_.regions.size() > 1 && keepsContents(variable))
      placed.place = VariablePlace::PerItem;
  }

  /// Might something be in the variable when a region is entered?
  bool keepsContents(AllocaInst &variable) {
    SmallSetVector<Instruction *, 16> users;
    SmallVector<Instruction *> starts;
    SmallVector<Value *> work = {&variable};
    while (!work.empty())
      for (User *user : work.pop_back_val()->users()) {
        auto *instruction = dyn_cast<Instruction>(user);
        if (!instruction || !users.insert(instruction))
          continue;
        if (auto *marker = dyn_cast<IntrinsicInst>(instruction)) {
          if (marker->getIntrinsicID() == Intrinsic::lifetime_start)
            starts.push_back(marker);
          continue;
        }
        if (instruction->getType()->isPtrOrPtrVectorTy() && !isa<LoadInst>(instruction))
          work.push_back(instruction);
        else if (isa<PtrToIntInst, CallBase>(instruction) ||
                 (isa<StoreInst>(instruction) && isPointerStored(*instruction, variable)))
          return true; // the address may be kept
      }
    const Region *only = nullptr;
    for (const Region &region : regions_.regions)
      for (Instruction *user : users)
        if (region.blocks.contains(user->getParent())) {
          if (only && only != &region)
            return true;
          only = &region;
        }
    if (!only || !isRepeated(*only))
      return false;
    // The region runs again and again, but what the variable holds ends with each scope.
    DominatorTree dominators(kernel_);
    return none_of(starts, [&](Instruction *start) {
      return all_of(users, [&](Instruction *user) {
        return user == start || dominators.dominates(start, user);
      });
    });
  }

  static bool isPointerStored(Instruction &store, AllocaInst &) {
    Value *stored = cast<StoreInst>(store).getValueOperand();
    return stored->getType()->isPtrOrPtrVectorTy();
  }

  bool isRepeated(const Region &region) {
    SmallPtrSet<const Region *, 8> seen;
    SmallVector<const Region *> work = {&region};
    while (!work.empty()) {
      const Region *from = work.pop_back_val();
      for (BasicBlock *exit : from->exits)
        for (BasicBlock *next : successors(exit)) {
          const Region *to = &regions_.regions[regions_.regionAt.find(next)->second];
          if (to == &region)
            return true;
          if (seen.insert(to).second)
            work.push_back(to);
        }
    }
    return false;
  }

  void layOut() {
    const DataLayout &layout = kernel_.getDataLayout();
    struct Slot {
      std::uint64_t size;
      Align alignment;
      std::uint64_t *offset;
    };
    SmallVector<Slot> slots;
    for (auto &[value, where] : result_.places)
      if (where == ValuePlace::PerItem)
        result_.offsets[value] = 0;
    // In the order of `places`, not of addresses: the same source gives the same object.
    for (auto &[value, where] : result_.places) {
      auto offset = result_.offsets.find(value);
      if (offset == result_.offsets.end())
        continue;
      Type *type = value->getType();
      slots.push_back(
          {layout.getTypeAllocSize(type), keptAlignment(type, layout), &offset->second});
    }
    std::uint64_t stack = 0;
    std::uint64_t perGroup = 0;
    for (auto &[variable, placed] : result_.variables) {
      std::uint64_t size = layout.getTypeAllocSize(variable->getAllocatedType());
      if (placed.place == VariablePlace::PerItem) {
        slots.push_back(
            {alignTo(size, variable->getAlign()), variable->getAlign(), &placed.offset});
      } else if (size > kStackVariableBytes || stack + size > kStackBytes) {
        placed.place = VariablePlace::PerGroup;
        perGroup = alignTo(perGroup, variable->getAlign());
        placed.offset = perGroup;
        perGroup += size;
      } else {
        stack += size;
      }
    }
    result_.bytesPerGroup = alignTo(perGroup, 128);
    // Falling alignment: then every array starts aligned, for any number of work-items.
    sortStably(slots, [](const Slot &a, const Slot &b) { return a.alignment > b.alignment; });
    std::uint64_t offset = 0;
    for (Slot &slot : slots) {
      *slot.offset = offset;
      offset += slot.size;
    }
    result_.bytesPerItem = offset;
  }

  Function &kernel_;
  const BarrierRegions &regions_;
  UniformityInfo &uniformity_;
  SmallSetVector<Instruction *, 32> crossing_;
  /// Used where it may or may not have been computed anew since the region was entered, or where
  /// work-items see values of different iterations: no single variable can hold it.
  SmallPtrSet<Instruction *, 16> mixed_;
  LiveValues result_;
};

} // namespace

Align keptAlignment(Type *type, const DataLayout &layout) {
  // The widest vector register: more would have to be promised by private memory, too.
  return std::min(layout.getABITypeAlign(type), Align(64));
}

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

void requireItems(BarrierRegions &regions, const LiveValues &live) {
  for (Region &region : regions.regions)
    for (BasicBlock *block : region.blocks)
      for (Instruction &instruction : *block) {
        auto isPerItem = [&](Instruction *value) {
          auto place = live.places.find(value);
          return place != live.places.end() && place->second == ValuePlace::PerItem;
        };
        bool touches = isPerItem(&instruction);
        for (Value *operand : instruction.operands())
          if (auto *value = dyn_cast<Instruction>(operand))
            touches |= isPerItem(value);
        if (touches && !(instruction.isTerminator() && regions.cuts.contains(block)))
          region.isUniform = false;
      }
}

LiveValues findLiveValues(Function &kernel, const BarrierRegions &regions,
                          UniformityInfo &uniformity) {
  return LiveValueFinder(kernel, regions, uniformity).run();
}

} // namespace weft::compiler
