// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The end of address spaces.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// The last of all passes over IR: the machine has one address space. What the code generator would
/// have learnt from them stays as scoped-noalias metadata: an access to local memory does not alias
/// one to global memory, and constant memory is not written.
class LowerAddressSpacesPass : public llvm::PassInfoMixin<LowerAddressSpacesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
