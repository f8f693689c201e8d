// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a kernel, which is a program for one work-item, to the function that runs work-groups.
#pragma once

#include "weft/abi/kernel_descriptor.h"

#include "llvm/IR/PassManager.h"

#include <cstdint>

namespace weft::compiler {

/// How large a kernel's private and local memory is, for its descriptor.
struct WorkGroupFunction {
  llvm::Function *run = nullptr; // a WeftWorkGroupFunction
  std::uint64_t privateBytesPerGroup = 0;
  std::uint64_t privateBytesPerItem = 0;
  bool usesBarrier = false;
};

/// The packet form of a kernel (vectorize/vectorize_kernel.h), if it has one.
struct PacketKernel {
  llvm::Function *function = nullptr;
  unsigned width = 1;
  /// Rows of a few work-items are run one work-item after the other, by a form of their own.
  bool divertsShortRows = false;
};

/// What a function that runs work-groups is made of; Items for any other function.
enum class Form { Items, ShortRows, Packets };
Form formOf(const llvm::Function &function);

/// Before: a kernel in normal form (src/compiler/README.md). Its barriers are split off, and it may
/// be emitted once only. After: the module has `weft.run.<kernel>`; the kernel itself is unchanged
/// otherwise and no longer needed.
WorkGroupFunction emitWorkGroup(llvm::Function &kernel, const PacketKernel &packets,
                                llvm::FunctionAnalysisManager &analyses);

/// emitWorkGroup for each kernel of a module, for tests. The kernels are removed.
class EmitWorkGroupsPass : public llvm::PassInfoMixin<EmitWorkGroupsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft::compiler
