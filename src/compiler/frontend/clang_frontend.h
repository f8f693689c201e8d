// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C and C++ for OpenCL to kernel IR, by Clang in this process and from memory.
#pragma once

#include "frontend/build_options.h"
#include "weft/compiler/compile_request.h"
#include "weft/compiler/compile_result.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace weft::compiler {

struct FrontendResult {
  /// Null where the source has errors; the log says which.
  std::unique_ptr<llvm::Module> module;
  std::string log;
  /// Files that #include took from disk.
  std::vector<Dependency> dependencies;
};

/// The module is kernel IR (src/compiler/README.md), unoptimised, for spir64.
FrontendResult runFrontend(const CompileRequest &request, const BuildOptions &options,
                           llvm::LLVMContext &context);

} // namespace weft::compiler
