// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow that masks can follow.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Before: any control flow. After: reducible; one return; every loop has a preheader, one latch
/// and dedicated exits, and values leave loops through phis (LCSSA); a branch on which lanes may
/// disagree either jumps over a region that ends where the branch's other way leads (if-then; an
/// else is a second such region), or is the only exit of a loop, in its latch. Branches on which
/// all lanes agree stay as they are wherever no divergent one shares their region.
void structurizeDivergentControlFlow(llvm::Function &kernel);

/// The same as a pass, for tests.
class StructurizePass : public llvm::PassInfoMixin<StructurizePass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &kernel, llvm::FunctionAnalysisManager &) {
    structurizeDivergentControlFlow(kernel);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
