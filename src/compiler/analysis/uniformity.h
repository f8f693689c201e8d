// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values are the same for all work-items of a work-group.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/PassManager.h"

#include <memory>

namespace weft::compiler {

struct WorkGroupUniformityResult {
  /// Holds what `info` refers to, such as cycles.
  std::unique_ptr<llvm::FunctionAnalysisManager> analyses;
  llvm::UniformityInfo info;
};

/// Which work-items are compared.
enum class UniformityScope {
  WorkGroup, // all of a work-group
  Packet,    // those side by side along local dimension 0
};

using DivergentValues = llvm::SmallPtrSet<const llvm::Value *, 8>;

/// What diverges at its source, put as a target description, since that is what LLVM's analyses ask.
/// `known` (which must outlive it) names further values that diverge.
llvm::TargetTransformInfo uniformityModel(const llvm::DataLayout &layout, UniformityScope scope,
                                          const DivergentValues *known = nullptr);

/// LLVM's uniformity analysis (data, divergent control, values that leave divergent loops) with
/// the sources that a kernel in work-item form has: ids, private memory, atomics, unknown calls.
/// A load from a uniform address is uniform: work-items that read the same place without a barrier
/// after a write race, and then any of the values is right.
class WorkGroupUniformity : public llvm::AnalysisInfoMixin<WorkGroupUniformity> {
public:
  using Result = WorkGroupUniformityResult;
  Result run(llvm::Function &kernel, llvm::FunctionAnalysisManager &analyses);

private:
  friend llvm::AnalysisInfoMixin<WorkGroupUniformity>;
  static llvm::AnalysisKey Key;
};

/// print<weft-uniformity>: the divergent values, for tests.
class PrintUniformityPass : public llvm::PassInfoMixin<PrintUniformityPass> {
public:
  explicit PrintUniformityPass(llvm::raw_ostream &out) : out_(out) {}
  llvm::PreservedAnalyses run(llvm::Function &kernel, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &out_;
};

} // namespace weft::compiler
