// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The frame in which passes run: analyses, ours among them, and passes by name (passes.def).
#pragma once

#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"

#include <memory>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

class PassFrame {
public:
  /// `verifyEach`: after each pass LLVM's verifier, also of what the pass says it preserved.
  PassFrame(llvm::LLVMContext &context, llvm::TargetMachine *target, bool verifyEach);

  llvm::PassBuilder &builder() { return builder_; }
  llvm::ModuleAnalysisManager &module() { return module_; }
  llvm::FunctionAnalysisManager &function() { return function_; }

private:
  llvm::PassInstrumentationCallbacks callbacks_;
  std::unique_ptr<llvm::StandardInstrumentations> instrumentations_;
  llvm::PassBuilder builder_;
  llvm::LoopAnalysisManager loop_;
  llvm::FunctionAnalysisManager function_;
  llvm::CGSCCAnalysisManager cgscc_;
  llvm::ModuleAnalysisManager module_;
};

} // namespace weft::compiler
