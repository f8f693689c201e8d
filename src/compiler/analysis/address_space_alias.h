// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Alias analysis by address space, which x86's target does not provide.
#pragma once

#include "llvm/Analysis/AliasAnalysis.h"

namespace weft::compiler {

/// Private, local, global and constant memory are disjoint (OpenCL C 3.0 6.7 Address Space
/// Qualifiers); a generic pointer may lead to any of them but constant. Looks through casts, so it
/// serves as long as address spaces exist.
class AddressSpaceAliasResult : public llvm::AAResultBase {
public:
  llvm::AliasResult alias(const llvm::MemoryLocation &a, const llvm::MemoryLocation &b,
                          llvm::AAQueryInfo &query, const llvm::Instruction *context);
  llvm::ModRefInfo getModRefInfoMask(const llvm::MemoryLocation &location, llvm::AAQueryInfo &query,
                                     bool ignoreLocals);
  bool invalidate(llvm::Function &, const llvm::PreservedAnalyses &,
                  llvm::FunctionAnalysisManager::Invalidator &) {
    return false; // looks at types only
  }
};

class AddressSpaceAliasAnalysis : public llvm::AnalysisInfoMixin<AddressSpaceAliasAnalysis> {
public:
  using Result = AddressSpaceAliasResult;
  Result run(llvm::Function &, llvm::FunctionAnalysisManager &) { return Result(); }

private:
  friend llvm::AnalysisInfoMixin<AddressSpaceAliasAnalysis>;
  static llvm::AnalysisKey Key;
};

} // namespace weft::compiler
