// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// printf: a call of the driver with an array that describes the arguments (weft/abi/printf.h).
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Before: calls of the variadic `printf` whose format is still the literal of the source, so it
/// should run before callees are inlined. After: none.
class LowerPrintfPass : public llvm::PassInfoMixin<LowerPrintfPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
