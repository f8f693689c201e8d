// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the lanes of a packet keep their private arrays.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"

#include <cstdint>

namespace weft::compiler {

/// Makes every alloca large enough for `width` lanes and answers with the distance in bytes between
/// two lanes' copies. An array that is only ever accessed element by element is interleaved
/// (element i of all lanes side by side), so that an access with the same index in all lanes is a
/// plain vector access; its address arithmetic is scaled here. Anything else keeps its layout, once
/// per lane.
llvm::DenseMap<const llvm::AllocaInst *, std::int64_t> layOutPrivateMemory(llvm::Function &kernel,
                                                                           unsigned width);

} // namespace weft::compiler
