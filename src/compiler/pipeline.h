// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From kernel IR to modules that the code generator can take. The order of the passes, with the
// reasons, is in pipeline.cpp; what a kernel looks like between them is in README.md.
//
// One program goes through in three steps, so that kernels can be compiled by several processes:
//   prepareProgram   once, over the whole program
//   compileKernels   for each part of the program, in a process of its own if wanted
//   emitModuleTable  once, for the object that the others are linked with
#pragma once

#include "weft/compiler/compile_request.h"
#include "weft/compiler/kernel_signature.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

struct PipelineOptions {
  CodeOptions code;                 // verifyEach, vectorWidth and dumps are looked at here
  bool disableOptimization = false; // -cl-opt-disable
  bool debugErrors = false;         // -g: enqueue_kernel returns particular errors
  bool relaxedMath = false;         // -cl-fast-relaxed-math: cheaper builtins (OpenCL C 7.4)
  bool uniformWorkGroups = false;   // -cl-uniform-work-group-size, or -cl-std below CL2.0
};

/// Something that compileKernels can be asked for by name: a kernel, a block kernel, or the
/// initialiser of the program-scope variables.
struct CompileUnit {
  std::string name;
  std::uint64_t weight = 1; // instructions, callees included: what balances parts
};

struct PreparedProgram {
  /// Everything that must be compiled. Any partition will do.
  std::vector<CompileUnit> units;
  /// Kernels that clCreateKernel finds, in source order. Filled: name, arguments (kind, offset,
  /// size, alignment), argumentBytes, requiredLocalSize. The front end adds the rest.
  std::vector<KernelSignature> kernels;
  /// Kernels of blocks, which only enqueue_kernel finds.
  std::vector<std::string> blockKernels;
  std::uint64_t programScopeBytes = 0;
  std::uint64_t programScopeAlignment = 0;
  bool hasInitializer = false;
};

/// What is known of a kernel only after it is compiled.
struct CompiledKernel {
  std::string name;
  std::uint64_t localBytes = 0;
  std::uint64_t privateBytes = 0; // per work-item
  std::uint32_t preferredMultiple = 1;
  std::uint32_t subGroupSize = 1;
  std::uint64_t stackBytes = 0; // of a work-group function; known once code is made
};

/// Takes kernel IR of a whole program (triple spir64, as the front end or clLinkProgram leave it).
/// Afterwards the module has the target's triple and layout, integer division cannot trap,
/// program-scope variables have their places, and every unit can be compiled without looking at
/// another. Fails where the program refers to a function that nobody defines (a builtin counts as
/// defined where `builtins` has it).
llvm::Expected<PreparedProgram> prepareProgram(llvm::Module &program, const llvm::Module &builtins,
                                               llvm::TargetMachine &target,
                                               const PipelineOptions &options);

/// Reduces a prepared module to `units` and compiles them: afterwards it holds, for each kernel,
/// its work-group functions and the hidden constant `weft.kernel.<name>` (a WeftKernelDescriptor),
/// and is ready for TargetMachine::addPassesToEmitFile. `builtins` lives in the same LLVMContext;
/// it may be lazily loaded, and what is used of it is materialised in place.
llvm::Expected<std::vector<CompiledKernel>>
compileKernels(llvm::Module &program, llvm::ArrayRef<std::string> units, llvm::Module &builtins,
               llvm::TargetMachine &target, const PipelineOptions &options);

/// The module with the exported `weft_module` (a WeftModuleDescriptor), which refers to the
/// descriptors that compileKernels emits.
std::unique_ptr<llvm::Module> emitModuleTable(llvm::LLVMContext &context,
                                              llvm::TargetMachine &target,
                                              const PreparedProgram &prepared);

} // namespace weft::compiler
