// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Program-scope variables: they live in memory of the driver's program object, so that a kernel
// object imports nothing and several parts of a program share them.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

#include <cstdint>

namespace weft::compiler {

/// The function that writes the initial values: a unit of compilation beside the kernels.
inline constexpr llvm::StringLiteral kInitializerName = "weft.initialize";

struct ProgramScope {
  std::uint64_t bytes = 0;
  std::uint64_t alignment = 1;
  bool hasInitializer = false;
};

/// Lays out all variables in the global address space, and the constants whose initial value points
/// at them or that they point at, so that an address is the same in all parts. Uses become offsets
/// from Primitive::ProgramScope. Constructors that C++ for OpenCL left in llvm.global_ctors are run
/// by the initialiser, once, by a single work-item.
ProgramScope lowerProgramScope(llvm::Module &program);

/// The same as a pass, for tests.
class ProgramScopePass : public llvm::PassInfoMixin<ProgramScopePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
    lowerProgramScope(module);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
