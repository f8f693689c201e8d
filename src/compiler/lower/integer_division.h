// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer division that cannot trap.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// OpenCL C 3.0 6.5 Operators: a division by zero, or one whose quotient does not fit, gives an
/// unspecified value and does not raise an exception; x86 raises SIGFPE, and LLVM takes both for
/// undefined behaviour from which it draws conclusions.
/// Before: IR as the front end left it; any pass that runs earlier may already have drawn them.
/// After: no divisor can be zero, nor -1 where the dividend is the smallest value.
class GuardIntegerDivisionPass : public llvm::PassInfoMixin<GuardIntegerDivisionPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
