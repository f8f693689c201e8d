// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One kernel, from normal form (README.md) to its work-group function and descriptor.
#pragma once

#include "pipeline.h"

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

class PassFrame;

/// The module gets `weft.run.<kernel>` and `weft.kernel.<kernel>`, and loses the kernel itself. The
/// code is not optimised yet, so CompiledKernel::stackBytes stays 0.
llvm::Expected<CompiledKernel> compileKernel(llvm::Function &kernel, PassFrame &frame,
                                             const llvm::TargetMachine &target,
                                             const PipelineOptions &options);

} // namespace weft::compiler
