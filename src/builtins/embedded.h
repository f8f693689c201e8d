// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The builtins as the compiler gets them: one LLVM bitcode module for spir64, which defines the
// mangled OpenCL C builtins over the primitives of weft_primitives.h.
#pragma once

#include <string_view>

namespace weft::builtins {

/// Lives as long as the program; aligned for a bitcode reader and followed by a zero byte, so it
/// can back an llvm::MemoryBuffer without a copy.
std::string_view bitcode();

} // namespace weft::builtins
