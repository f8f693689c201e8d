// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel parameters of the OpenCL C++ library's classes, which the host sets as what they stand
// for: a device_queue as a cl_command_queue, a global_ptr as a cl_mem, a local_ptr as a size. Clang
// passes them as structures.
#pragma once

#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
class QualType;
} // namespace clang
namespace llvm {
class Module;
} // namespace llvm

namespace weft::compiler {

enum class ParameterClass { None, DeviceQueue, GlobalPtr, ConstantPtr, LocalPtr };

/// Which of the library's classes the type is, if one that a kernel may have as a parameter.
ParameterClass parameterClassOf(clang::QualType type);

struct KernelParameters {
  struct Parameter {
    ParameterClass kind = ParameterClass::None;
    unsigned alignment = 0;     // of what a pointer points to
    std::string typeQualifiers; // of the same, as clGetKernelArgInfo has them
  };
  std::string kernel;
  std::vector<Parameter> parameters;
};

/// Nothing but None where the kernel has no such parameter.
KernelParameters kernelParameters(const clang::FunctionDecl &kernel);

/// Gives the kernels real pointers and queues for these structures.
void lowerKernelParameters(llvm::Module &module, const std::vector<KernelParameters> &kernels);

} // namespace weft::compiler
