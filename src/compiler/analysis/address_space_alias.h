// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Alias analysis by address space, which x86's target does not provide.
#pragma once

#include "llvm/Analysis/AliasAnalysis.h"

namespace weft::compiler {

/// Private, local, global and constant memory are disjoint (OpenCL C 3.0 6.7 Address Space
/// Qualifiers); a generic pointer may lead to any of them but constant. Looks through casts, so it
/// serves as long as address spaces exist. LLVM asks it of the objects behind pointers, too: an
/// object has the space that the pointer to it had first.
class AddressSpaceAliasResult : public llvm::AAResultBase {
public:
  /// `spacesOverlap` for the initialiser of program-scope variables: it writes the constants that
  /// lie among these (lower/program_scope.h), and constructors that it runs read them.
  explicit AddressSpaceAliasResult(bool spacesOverlap) : spacesOverlap_(spacesOverlap) {}
  llvm::AliasResult alias(const llvm::MemoryLocation &a, const llvm::MemoryLocation &b,
                          llvm::AAQueryInfo &query, const llvm::Instruction *context);
  llvm::ModRefInfo getModRefInfoMask(const llvm::MemoryLocation &location, llvm::AAQueryInfo &query,
                                     bool ignoreLocals);
  bool invalidate(llvm::Function &, const llvm::PreservedAnalyses &,
                  llvm::FunctionAnalysisManager::Invalidator &) {
    return false; // looks at types only
  }

private:
  bool spacesOverlap_;
};

class AddressSpaceAliasAnalysis : public llvm::AnalysisInfoMixin<AddressSpaceAliasAnalysis> {
public:
  using Result = AddressSpaceAliasResult;
  Result run(llvm::Function &function, llvm::FunctionAnalysisManager &);

private:
  friend llvm::AnalysisInfoMixin<AddressSpaceAliasAnalysis>;
  static llvm::AnalysisKey Key;
};

} // namespace weft::compiler
