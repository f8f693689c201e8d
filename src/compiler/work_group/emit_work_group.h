// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a kernel, which is a program for one work-item, to the function that runs work-groups.
#pragma once

#include "weft/abi/kernel_descriptor.h"

#include "llvm/IR/PassManager.h"

#include <cstdint>
#include <string>

namespace weft::compiler {

/// How large a kernel's private and local memory is, for its descriptor.
struct WorkGroupFunction {
  llvm::Function *run = nullptr; // a WeftWorkGroupFunction
  std::uint64_t privateBytesPerGroup = 0;
  std::uint64_t privateBytesPerItem = 0;
  WeftPacking packing = WEFT_PACK_X;
  bool usesBarrier = false;
};

/// The packet form of a kernel (vectorize/vectorize_kernel.h), if it has one.
struct PacketKernel {
  llvm::Function *function = nullptr;
  unsigned width = 1;
  /// Rows of a few work-items are run one work-item after the other, by a form of their own.
  bool divertsShortRows = false;
  WeftPacking packing = WEFT_PACK_X; // or WEFT_PACK_LINEAR
  /// Of a kernel that uses sub-groups: the packets are these, so there is no form without, and
  /// where rows do not end with whole packets this form takes over, whose lanes run along the
  /// linear local id.
  llvm::Function *linear = nullptr;
};

/// Rows of fewer work-items are not worth packets along them.
constexpr unsigned shortestRow(unsigned width) { return width / 4 > 2 ? width / 4 : 2; }

/// What a function that runs work-groups is made of; Items for any other function. Rows is for what
/// only calls others (rows.h).
enum class Form { Items, ShortRows, Packets, Rows };
Form formOf(const llvm::Function &function);
void setForm(llvm::Function &function, Form form);

/// The symbol that the function of a kernel has in the object.
std::string workGroupFunctionName(llvm::StringRef kernel);

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
