// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The machine that kernels are compiled for.
#pragma once

#include "weft/compiler/compile_request.h"

#include "llvm/Support/Error.h"

#include <memory>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

/// Once per process, before anything else here.
void initializeTargets();

/// The host CPU with all its features, or the one that `code.cpu` names. Fails for an unknown name.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(const CodeOptions &code,
                                                                         bool disableOptimization);

/// Gives kernel IR the machine's triple and data layout, and each function its CPU and features, so
/// that cost models are real from the first pass on and inlining between kernels and builtins is
/// never refused.
void setTarget(llvm::Module &module, const llvm::TargetMachine &machine);

/// Makes what the machine makes at its first function (tables for instruction selection, about a
/// millisecond), so that forked processes have it.
void warmTarget(llvm::TargetMachine &machine, llvm::LLVMContext &context);

} // namespace weft::compiler
