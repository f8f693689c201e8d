// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise math stays a call until loops are vectorised, and becomes code afterwards.
//
// The builtin `sin(float)` calls `__weft_sin_f32`; the builtins module defines that and the vector
// forms `__weft_sin_f32x4`, `x8`, ... (math_names.h). While it is a call, a vectoriser widens it by
// name alone; the vector forms may contain what no vectoriser would make of the scalar code, above
// all a jump over the slow path when no lane needs it.
//   1. Builtins are linked, except those for which parseMathName() answers: they stay declared.
//   2. AnnotateVectorMathPass
//   3. work-items to packets, and LLVM's loop vectoriser
//   4. LowerVectorMathPass
#pragma once

#include "llvm/IR/PassManager.h"

#include <functional>

namespace llvm {
class TargetMachine;
}

namespace weft::compiler {

/// Tells LLVM's passes what the math calls are: free of side effects, safe to speculate, and
/// available at the widths of the target's registers ("vector-function-abi-variant").
/// Before: the builtins that the kernels use are linked in. After: the constants that describe the
/// target (`__weft_has_fma`, ...) have values, too.
class AnnotateVectorMathPass : public llvm::PassInfoMixin<AnnotateVectorMathPass> {
public:
  AnnotateVectorMathPass(const llvm::TargetMachine &target, bool relaxed)
      : target_(target), relaxed_(relaxed) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  const llvm::TargetMachine &target_;
  bool relaxed_; // -cl-fast-relaxed-math or -cl-unsafe-math-optimizations
};

/// Replaces the math calls by their definitions, inlined where that pays, and by calls of SLEEF.
/// Before: nothing widens calls any more. After: no `__weft_*_f32` or `_f64` is left; the module
/// wants a scalar clean-up (instcombine, simplifycfg), because what was inlined is as it was built.
class LowerVectorMathPass : public llvm::PassInfoMixin<LowerVectorMathPass> {
public:
  /// Defines, out of the builtins module and with internal linkage, what the module declares.
  using LinkBuiltins = std::function<void(llvm::Module &)>;

  LowerVectorMathPass(const llvm::TargetMachine &target, bool relaxed, LinkBuiltins link)
      : target_(target), relaxed_(relaxed), link_(std::move(link)) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  const llvm::TargetMachine &target_;
  bool relaxed_;
  LinkBuiltins link_;
};

} // namespace weft::compiler
