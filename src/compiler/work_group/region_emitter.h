// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies the regions of a kernel into its work-group function.
#pragma once

#include "work_group/barrier_regions.h"
#include "work_group/group_loop.h"
#include "work_group/live_values.h"

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

  void bindArguments();
  void makeVariables();
  void emitRegion(unsigned index);
  void copyBlocks(Copy &copy);
  void copyInstruction(Copy &copy, llvm::Instruction &instruction, llvm::IRBuilder<> &builder);
  void connect(Copy &copy, llvm::Instruction &original, llvm::Instruction &copied);
  void keepValues(Copy &copy);
  void startVariables(Copy &copy, llvm::BasicBlock *end);
  void copyRegion(Copy &copy, llvm::BasicBlock *body, llvm::BasicBlock *end);
  void endBlocks(Copy &copy, llvm::BasicBlock *itemEnd);
  void leave(const Region &region, llvm::BasicBlock *after);
  void transition(const Region &region, llvm::BasicBlock *exit, llvm::BasicBlock *from);

  llvm::Value *operand(Copy &copy, const llvm::Use &use, llvm::Instruction &copiedUser);
  llvm::Value *valueAtEntry(Copy &copy, llvm::Value *value);
  llvm::Value *loadKept(Copy &copy, llvm::Instruction *value, llvm::IRBuilderBase &builder);
  llvm::Value *keptAddress(Copy &copy, llvm::Instruction *value, llvm::IRBuilderBase &builder);
  llvm::Value *variableAddress(Copy &copy, llvm::AllocaInst &variable);
  llvm::Value *privateArray(std::uint64_t offset, llvm::IRBuilderBase &builder);
  llvm::Value *lowerPrimitive(Copy &copy, llvm::CallInst &call, llvm::IRBuilderBase &builder);
  llvm::Value *packetMask(Copy &copy, llvm::IRBuilderBase &builder);
  llvm::Value *linearId(Copy &copy, llvm::IRBuilderBase &builder);
  llvm::Value *isFirstItem(Copy &copy, llvm::IRBuilderBase &builder);
  llvm::Value *idOf(Copy &copy, Primitive primitive, unsigned dimension,
                    llvm::IRBuilderBase &builder);
  void markIndependent(Copy &copy, const llvm::Instruction &original, llvm::Instruction &copied);

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
