// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The answers to clGetKernelArgInfo and CL_KERNEL_ATTRIBUTES, which Clang leaves in metadata of
// the kernel IR.
#pragma once

#include "weft/compiler/kernel_signature.h"

namespace llvm {
class Module;
} // namespace llvm

namespace weft::compiler {

/// -cl-kernel-arg-info: the names and types of the arguments of the kernels in here may be told,
/// whatever they are linked with.
void keepArgumentInfo(llvm::Module &kernelIR);

/// Adds qualifiers, type names, argument names and attributes to the signatures, whose `name` and
/// argument kinds are set. Names and types stay empty where they were not kept.
void describeKernels(const llvm::Module &kernelIR, std::vector<KernelSignature> &kernels);

} // namespace weft::compiler
