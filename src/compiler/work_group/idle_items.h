// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work-items that have nothing to do in a region, as most of them in the late steps of a reduction
// in local memory.
#pragma once

namespace llvm {
class Value;
} // namespace llvm

namespace weft::compiler {

struct LiveValues;
struct Region;

/// A value that is there when the region is entered (an unsigned integer of the kernel), where the
/// region does nothing for work-items with that or a larger local id along x. Null if there is
/// none.
llvm::Value *firstIdleLocalId(const Region &region, const LiveValues &live);

} // namespace weft::compiler
