// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of LLVM's passes run where, and why it is not the list that -O3 stands for.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

class PassFrame;

/// Over a kernel with its callees inlined, before it is widened or given loops: values instead of
/// memory, ids in as few bits as the program asks for.
llvm::FunctionPassManager simplifyKernel(bool isOptimized);

/// Over a kernel that has just become one for packets: flattened regions become straight lines, and
/// what only single lanes needed goes.
llvm::FunctionPassManager simplifyPackets();

/// Over the functions that run work-groups, and whatever else the module has. -O3 is made for calls
/// of any depth and control flow of any kind, and runs its costly passes two to eight times; here
/// every function is a nest of loops over a body that simplifyKernel has seen.
void optimizeForms(llvm::Module &module, PassFrame &frame, bool isOptimized);

/// After address spaces are lowered, last of all: what the code generator would do first.
void reduceLoopStrength(llvm::Module &module, PassFrame &frame);

} // namespace weft::compiler
