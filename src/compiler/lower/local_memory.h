// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local variables: places in the memory that a worker thread lends to its work-group.
#pragma once

#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// Before: callees are inlined, so the variables that the kernel names are all it uses. After: each
/// is an offset from Primitive::LocalMemory. Returns the bytes they take, a multiple of
/// WEFT_MEMORY_ALIGNMENT, behind which the runtime places local arguments.
std::uint64_t lowerLocalVariables(llvm::Function &kernel);

} // namespace weft::compiler
