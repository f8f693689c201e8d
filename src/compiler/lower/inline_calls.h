// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides what is inlined into a kernel: everything, but for builtins that say otherwise.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// A kernel must be one function before its work-items can run side by side: a callee cannot stop
/// at a barrier in the middle, and ids are no arguments. Marks all definitions but kernels for
/// AlwaysInlinerPass, removes `noinline`, and gives every function C's calling convention, of which
/// x86 knows more than of SPIR's.
class MarkForInliningPass : public llvm::PassInfoMixin<MarkForInliningPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

/// The attribute of functions that linkBuiltins defined.
inline constexpr llvm::StringLiteral kBuiltinAttribute = "weft-builtin";

} // namespace weft::compiler
