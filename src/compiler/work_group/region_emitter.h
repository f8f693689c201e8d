// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies the regions of a kernel into its work-group function.
#pragma once

#include "work_group/barrier_regions.h"
#include "work_group/group_loop.h"
#include "work_group/item_loops.h"
#include "work_group/live_values.h"
#include "work_group/region_reach.h"

#include "weft/compiler/kernel_signature.h"

#include <optional>

namespace weft::compiler {

enum class Primitive;

/// What the analyses say of a kernel; all that the emitter looks at.
struct KernelPlan {
  llvm::Function &kernel;
  KernelSignature signature;
  BarrierRegions regions;
  LiveValues live;
};

/// Every region becomes a loop over the work-items of the group, or plain code where it is uniform;
/// behind it the group branches to the region that follows. Values and variables that outlive a
/// region are where `plan.live` put them.
class RegionEmitter {
public:
  RegionEmitter(const KernelPlan &plan, llvm::Function &out, const LoopShape &shape);
  void run();

private:
  /// The copy of one region.
  struct Copy {
    const Region &region;
    RegionReach reach;
    llvm::IRBuilder<> group;      // runs once for the group, before the work-items
    llvm::IRBuilder<> item;       // runs for each work-item, before the region
    const ItemIds *ids = nullptr; // null where the region is uniform
    llvm::MDNode *accessGroup = nullptr;
    llvm::DenseMap<const llvm::Value *, llvm::Value *> values;
    llvm::DenseMap<const llvm::Value *, llvm::Value *> atEntry;

    Copy(const Region &copied, llvm::BasicBlock *begin)
        : region(copied), reach(copied), group(begin), item(begin) {}
  };

  // region_emitter.cpp: blocks, and the ways between regions
  void emitRegion(unsigned index);
  /// So that the copy is entered from the end of `body` and left to `end`.
  void copyRegion(Copy &copy, llvm::BasicBlock *body, llvm::BasicBlock *end);
  void copyBlocks(Copy &copy);
  void copyInstruction(Copy &copy, llvm::Instruction &instruction, llvm::IRBuilder<> &builder);
  /// Gives a copied instruction the copies of its operands.
  void connect(Copy &copy, llvm::Instruction &original, llvm::Instruction &copied);
  llvm::Value *operand(Copy &copy, const llvm::Use &use, llvm::Instruction &copiedUser);
  void markIndependent(Copy &copy, const llvm::Instruction &original, llvm::Instruction &copied);
  /// Where the region was cut, the item ends; which way it went is noted.
  void endBlocks(Copy &copy, llvm::BasicBlock *itemEnd);
  /// What the group does when all its items have left the region.
  void leave(const Region &region, llvm::BasicBlock *after);
  void transition(const Region &region, llvm::BasicBlock *exit, llvm::BasicBlock *from);

  // region_values.cpp: what outlives a region
  void bindArguments();
  void makeVariables();
  /// A value from before the region, as code at its start.
  llvm::Value *valueAtEntry(Copy &copy, llvm::Value *value);
  /// The array in private memory that starts `offset` bytes an item behind the group's variables.
  llvm::Value *privateArray(std::uint64_t offset, llvm::IRBuilderBase &builder);
  /// Values in such arrays (ValuePlace::PerItem).
  llvm::Value *keptAddress(Copy &copy, llvm::Instruction *value, llvm::IRBuilderBase &builder);
  llvm::Value *loadKept(Copy &copy, llvm::Instruction *value, llvm::IRBuilderBase &builder);
  void keepValues(Copy &copy);
  llvm::Value *variableAddress(Copy &copy, llvm::AllocaInst &variable);
  void startVariables(Copy &copy, llvm::BasicBlock *end);

  // region_primitives.cpp
  llvm::Value *lowerPrimitive(Copy &copy, llvm::CallInst &call, llvm::IRBuilderBase &builder);
  llvm::Value *idOf(Copy &copy, Primitive primitive, unsigned dimension,
                    llvm::IRBuilderBase &builder);
  llvm::Value *packetMask(Copy &copy, llvm::IRBuilderBase &builder);
  llvm::Value *linearId(Copy &copy, llvm::IRBuilderBase &builder);
  llvm::Value *isFirstItem(Copy &copy, llvm::IRBuilderBase &builder);

  const KernelPlan &plan_;
  llvm::Function &out_;
  LoopShape shape_;
  GroupLoop loop_;
  llvm::Value *privateMemory_ = nullptr;
  llvm::Value *localMemory_ = nullptr;
  llvm::Value *programScope_ = nullptr;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> arguments_;
  llvm::DenseMap<const llvm::Instruction *, llvm::AllocaInst *> shared_;
  llvm::DenseMap<const llvm::AllocaInst *, llvm::Value *> variables_; // not those PerItem
  llvm::SmallVector<llvm::BasicBlock *> begins_;                      // of the copy of each region
  llvm::AllocaInst *accumulator_ = nullptr;
  llvm::AllocaInst *next_ = nullptr; // which exit the group takes, where a region has several
};

} // namespace weft::compiler
