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
/// \p wanted overrules that where it is not 0 (WEFT_VECTOR_WIDTH). 1 where packets cannot pay.
unsigned choosePacketWidth(const llvm::Function &kernel, const llvm::TargetMachine &target,
                           unsigned wanted);

} // namespace weft::compiler
