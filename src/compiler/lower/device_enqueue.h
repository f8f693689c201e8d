// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// enqueue_kernel and its relatives: calls of the driver.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// OpenCL C 3.0 6.15.19 Enqueuing Kernels. Before: the calls that Clang makes of it
/// (`__enqueue_kernel_*`, `__get_kernel_*_impl`) and of the functions on events and queues, with
/// OpenCL's opaque types still in place. After: calls through WeftRuntimeFunctions; a block is
/// named by the descriptor of its kernel, which another part of the program may define.
class LowerDeviceEnqueuePass : public llvm::PassInfoMixin<LowerDeviceEnqueuePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

/// A function that the pass replaces: nobody needs to define it.
bool isDeviceEnqueueFunction(llvm::StringRef name);

} // namespace weft::compiler
