// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The constants of a kernel object that the runtime reads (weft/abi/kernel_descriptor.h).
#pragma once

#include "weft/abi/kernel_descriptor.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace llvm {
class Constant;
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace weft::compiler {

/// One compiled form of a kernel.
struct VariantDescription {
  llvm::Function *run = nullptr;
  std::uint32_t packetWidth = 1;
  WeftPacking packing = WEFT_PACK_X;
  std::uint64_t privateBytesPerGroup = 0;
  std::uint64_t privateBytesPerItem = 0;
  std::uint32_t requiredLocalSize[3] = {};
};

struct KernelDescription {
  std::string name;
  llvm::SmallVector<VariantDescription, 1> variants;
  std::uint32_t flags = 0; // WeftKernelFlags
  std::uint64_t argumentBytes = 0;
  std::uint64_t localBytes = 0;
  std::uint32_t requiredLocalSize[3] = {};
  std::uint32_t subGroupSize = 1;
  std::uint32_t blockLocalArguments = 0;
};

/// The symbol of a kernel's descriptor; parts of a program that are compiled apart refer to each
/// other's by it.
std::string descriptorName(llvm::StringRef kernel);
llvm::Constant *declareDescriptor(llvm::Module &module, llvm::StringRef kernel);
void emitDescriptor(llvm::Module &module, const KernelDescription &kernel);

struct ModuleDescription {
  llvm::SmallVector<std::string> kernels;
  std::uint64_t programScopeBytes = 0;
  std::uint64_t programScopeAlignment = 1;
  std::string initializer; // empty: none
};
void emitModuleDescriptor(llvm::Module &module, const ModuleDescription &description);

} // namespace weft::compiler
