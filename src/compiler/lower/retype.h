// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes types throughout a module, in place. Two lowerings use it: opaque OpenCL types become
// pointers, and address spaces become the one that the machine has.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Module;
class Type;
} // namespace llvm

namespace weft::compiler {

/// `leaf` maps pointer types and target extension types and returns what it is given for the
/// others; structures, arrays, vectors and functions follow. Casts between address spaces that
/// become one are removed, and intrinsics get the name that fits their new types.
void retypeModule(llvm::Module &module, llvm::function_ref<llvm::Type *(llvm::Type *)> leaf);

} // namespace weft::compiler
