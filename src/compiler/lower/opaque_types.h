// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL's opaque types (queue_t, clk_event_t, images, samplers, ...) as what the driver passes for
// them: a pointer.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Before: builtins are linked, as their names and types have to meet the program's. After: no
/// target("spirv.*") type is left. x86 could not load or store one.
class LowerOpaqueTypesPass : public llvm::PassInfoMixin<LowerOpaqueTypesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
