// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts a kernel at its barriers into regions: the states of the machine that runs a work-group.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class BasicBlock;
class CallInst;
class Function;
} // namespace llvm

namespace weft::compiler {

/// Where the work-items of a group stop and wait for each other.
enum class CutKind {
  Return,
  Barrier, // the block ends in a call of the barrier primitive and an unconditional branch
  Branch,  // the block ends in a branch or switch that the work-group takes as one
};

/// The blocks that can be reached from `entry` without passing a cut. Every work-item of the group
/// (every packet, once kernels are vectorised) runs the region from its entry to one of its exits;
/// then the group goes on with the region behind that exit. A block may belong to several regions.
struct Region {
  llvm::BasicBlock *entry = nullptr;
  llvm::SmallSetVector<llvm::BasicBlock *, 8> blocks; // entry first
  /// Blocks of the region whose terminator is a cut, returns included.
  llvm::SmallVector<llvm::BasicBlock *, 2> exits;
  /// Nothing in it differs between work-items or has an effect: the group runs it once.
  bool isUniform = false;
};

/// Regions are numbered; region 0 starts at the kernel's entry.
struct BarrierRegions {
  llvm::SmallVector<Region, 0> regions;
  llvm::DenseMap<llvm::BasicBlock *, CutKind> cuts;
  llvm::DenseMap<llvm::BasicBlock *, unsigned> regionAt; // by entry
};

/// Gives each barrier the end of a block of its own. Returns whether there are barriers.
bool splitAtBarriers(llvm::Function &kernel);

/// Before: splitAtBarriers, and `uniformity` computed after it.
/// Changes the kernel: edges that leave a cut branch get a block, so that no region's entry has
/// phis.
///
/// Which branches are cuts: those on whose outcome it depends which barrier (or the end of the
/// kernel) comes next, if their condition is uniform and all work-items reach them together. A loop
/// round a barrier so becomes a loop of the work-group. Where such a branch is not known to be
/// uniform it stays inside its region, which then has several exits; OpenCL C 3.0 6.15.8 says that
/// all work-items of the group take the same one.
BarrierRegions findBarrierRegions(llvm::Function &kernel, llvm::UniformityInfo &uniformity);

/// print<weft-barrier-regions>, for tests: splits and cuts as emitWorkGroup does.
class PrintBarrierRegionsPass : public llvm::PassInfoMixin<PrintBarrierRegionsPass> {
public:
  explicit PrintBarrierRegionsPass(llvm::raw_ostream &out) : out_(out) {}
  llvm::PreservedAnalyses run(llvm::Function &kernel, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &out_;
};

} // namespace weft::compiler
