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

/// Adds qualifiers, type names, argument names and attributes to the signatures, whose `name` and
/// argument kinds are set. Names and types stay empty without `argumentInfo`
/// (-cl-kernel-arg-info).
void describeKernels(const llvm::Module &kernelIR, bool argumentInfo,
                     std::vector<KernelSignature> &kernels);

} // namespace weft::compiler
