// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel IR outside of memory: what clCompileProgram keeps, program binaries hold and
// clLinkProgram joins. It is LLVM bitcode with a note of ours, by which foreign or outdated bitcode
// is told apart and which carries the options that act after the front end.
#pragma once

#include "frontend/build_options.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace weft::compiler {

/// Options of the source that matter when code is made. A program linked of several has one set.
struct CodeGenerationOptions {
  bool disableOptimization = false;
  bool debug = false;
  bool uniformWorkGroups = false;
  bool relaxedMath = false; // -cl-fast-relaxed-math: cheaper builtins (OpenCL C 7.4)
};

void writeNote(llvm::Module &module, const BuildOptions &options);

/// Joined over all linked modules: optimised unless one forbids it, debuggable if one is, and so
/// on. Fails where there is no note, or one of another version.
llvm::Expected<CodeGenerationOptions> readNote(const llvm::Module &module);

std::string writeKernelIR(const llvm::Module &module);

/// Fails where the bytes are no kernel IR of this version.
llvm::Expected<std::unique_ptr<llvm::Module>> readKernelIR(const std::string &bytes,
                                                           llvm::LLVMContext &context);

/// Fails with every symbol that is defined twice.
llvm::Expected<std::unique_ptr<llvm::Module>>
linkKernelIR(std::vector<std::unique_ptr<llvm::Module>> modules);

} // namespace weft::compiler
