// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lanes along the linear local id (WEFT_PACK_LINEAR).
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// Before: a kernel in normal form. After: the same, but its only source of ids is the primitive
/// LinearId, from which the others are computed. To the vectoriser, and to the loops of the
/// work-group function, the group then is one row.
void useLinearIds(llvm::Function &kernel);

} // namespace weft::compiler
