// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// to_global, to_local and to_private on a machine with one flat address space.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// OpenCL C 3.0 6.15.10 Address Space Qualifier Functions: the pointer where it lies in the named
/// address space, else null. Where the origin of the pointer is known the answer is a constant;
/// else the address is compared with the worker's local memory, stack and private memory, and what
/// is in none of these is global.
class LowerGenericPointersPass : public llvm::PassInfoMixin<LowerGenericPointersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
