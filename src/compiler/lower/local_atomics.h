// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic operations on local memory without a bus lock.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Only the work-items of one group see its local memory, and one thread runs all of them, one
/// after the other between two barriers: nothing can come between the read and the write of an
/// atomic operation there. Plain instructions are several times faster. Runs behind uniformity
/// analyses and vectorisers, for which an atomic operation has another result in each work-item.
/// Needs address spaces.
class LowerLocalAtomicsPass : public llvm::PassInfoMixin<LowerLocalAtomicsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
