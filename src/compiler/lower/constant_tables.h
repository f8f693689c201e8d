// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private arrays that hold nothing but constants.
#pragma once

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// `const int dx[8] = {1, 0, ...};` in a function is a private array that each work-item fills,
/// unless the front end saw a reason to keep it in constant memory. Where one block writes all of
/// it and writes constants, it is copied from a table in constant memory instead; InstCombine then
/// reads the table itself, and an index known at compile time gives a constant.
class ConstantTablesPass : public llvm::PassInfoMixin<ConstantTablesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler
