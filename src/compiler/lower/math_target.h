// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The builtins are compiled once for all targets. Where their code depends on the target or on the
// build options it asks constants (declared in src/builtins/math/math_target.h), which get their
// values here.
#pragma once

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

/// Gives `__weft_has_fma` and its likes their values, as far as the module uses them. Loads of them
/// fold in any simplification that follows.
bool setMathConstants(llvm::Module &module, const llvm::TargetMachine &target, bool relaxed);

} // namespace weft::compiler
