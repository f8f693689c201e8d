// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many work-items go into a packet.
#pragma once

namespace llvm {
class Function;
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

/// Lanes for a kernel in normal form: as many elements of its hot type as a vector register has.
/// \p wanted overrules that where it is not 0 (WEFT_VECTOR_WIDTH), and intel_reqd_sub_group_size
/// everything. 1 where packets cannot pay; where the kernel uses sub-groups they always do.
unsigned choosePacketWidth(const llvm::Function &kernel, const llvm::TargetMachine &target,
                           unsigned wanted);

/// Whether all launches of the kernel have rows that packets of `width` do not fit, as a required
/// local size of 1x256 says: lanes are better laid along the linear local id then. With sub-groups
/// they have to be, in rows that do not end with a whole packet.
bool needsLinearPacking(const llvm::Function &kernel, unsigned width);

} // namespace weft::compiler
