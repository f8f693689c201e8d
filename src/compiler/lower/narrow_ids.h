// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids in the form that the work-group function serves best: a constant dimension, and
// `(int)get_global_id(0)` as a value of its own.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Makes the dimension that an id is asked for a constant, and keeps it one: a variable dimension
/// becomes a choice among three ids.
class FixDimensionsPass : public llvm::PassInfoMixin<FixDimensionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

/// Replaces truncations of ids and sizes to 32 bits, and of sums and products of them, by the
/// narrow primitives and arithmetic of 32 bits. InstCombine would merge such a truncation with the
/// extension that indexing needs into masks and shifts, in which nobody recognises an affine
/// address any more; the work-group function gives narrow ids an induction variable that is known
/// not to wrap. Runs before each pass that might hide a truncation.
class NarrowIdsPass : public llvm::PassInfoMixin<NarrowIdsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
