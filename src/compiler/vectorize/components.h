// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors of a work-item as one vector of lanes for each component, or all in one.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// Takes a kernel's vector arithmetic apart into components before it becomes packets, where that
/// is cheaper: side by side (float4 of 16 lanes as 64 floats) whole vectors are loaded, added and
/// stored for nothing, but each component that is taken out or put in costs shuffles; apart, it is
/// the loads and stores that do.
class SeparateComponentsPass : public llvm::PassInfoMixin<SeparateComponentsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &kernel, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
