// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What OpenCL C forbids and Clang lets through.
#pragma once

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
} // namespace llvm

namespace weft::compiler {

/// OpenCL C 3.0 6.11 Restrictions: "Recursion is not supported." It would defeat inlining, on which
/// barriers and vectorisation rest. Names the functions of each cycle.
llvm::Error checkNoRecursion(llvm::Module &program);

} // namespace weft::compiler
