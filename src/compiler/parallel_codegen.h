// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A prepared program to objects, its kernels side by side in several processes. Processes and not
// threads, since an LLVM module belongs to one thread; a forked process has the module for the
// price of a page table.
#pragma once

#include "pipeline.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace weft::compiler {

struct GeneratedCode {
  std::vector<std::string> objects;
  std::vector<CompiledKernel> kernels;
  std::string remarks; // where CodeOptions::reportVectorization asks for them
};

/// Uses the module up. One of the objects has the module table. At most `jobs` processes run, this one among them.
llvm::Expected<GeneratedCode> generateCode(llvm::Module &program, const PreparedProgram &prepared,
                                           llvm::Module &builtins, llvm::TargetMachine &target,
                                           const PipelineOptions &options, unsigned jobs);

/// Which units are compiled together: at most `parts` groups of about the same weight.
std::vector<std::vector<std::string>> balance(llvm::ArrayRef<CompileUnit> units, unsigned parts);

} // namespace weft::compiler
