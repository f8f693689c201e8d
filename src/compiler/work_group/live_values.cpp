// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "work_group/live_values.h"

#include "lower/primitives.h"
#include "lower/sort.h"
#include "weft/abi/launch_state.h"
#include "work_group/region_reach.h"

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
                 (isa<StoreInst>(instruction) &&
                  instruction->getOperand(0)->getType()->isPtrOrPtrVectorTy()))
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
    result_.bytesPerGroup = alignTo(perGroup, WEFT_MEMORY_ALIGNMENT);
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
