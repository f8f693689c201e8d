// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Relocatable objects to one kernel object, by LLD.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace weft::compiler {

/// A shared object that exports weft_module and has no undefined symbol but those of libsleef, libc
/// and libm. Fails with LLD's messages. One at a time in a process: LLD has its state in globals.
/// Nothing of the file system is written to (inputs and output are memfds).
llvm::Expected<std::string> linkKernelObject(llvm::ArrayRef<std::string> objects);

} // namespace weft::compiler
