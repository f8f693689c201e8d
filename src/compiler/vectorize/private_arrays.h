// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private arrays on their way to registers.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Before vectorising: unrolls short loops whose counters index private arrays, and stores behind
/// them that depend on where the loop was left are done on each way out, so that indices become
/// constants. The arrays stay in memory: as masked accesses of a packet they become registers
/// (SROA) without a phi for every element wherever lanes meet.
class PrivateArrayIndicesPass : public llvm::PassInfoMixin<PrivateArrayIndicesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &kernel, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
