// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Metadata by which the passes behind (optimize.cpp, LLVM's own) know the loops of a work-group
// function from those of the program.
#pragma once

namespace llvm {
class BranchInst;
class LLVMContext;
class MDNode;
class Metadata;
template <typename T> class ArrayRef;
} // namespace llvm

namespace weft::compiler {

/// Metadata of the loops round the loop along x. They count in 64 bits from zero by ones: there is
/// nothing in them to improve, and analysing them costs as much as the kernel itself.
inline constexpr const char *kOuterLoop = "weft.loop.outer";
/// Metadata of the loop along x over full packets.
inline constexpr const char *kPacketLoop = "weft.loop.packets";

/// `branch`, at a loop's latch, gives the loop these properties.
void setLoop(llvm::BranchInst &branch, llvm::ArrayRef<llvm::Metadata *> properties);
/// Those of a loop round the loop along x.
void setOuterLoop(llvm::BranchInst &branch);

/// A property that is true by being there.
llvm::MDNode *loopProperty(llvm::LLVMContext &context, const char *name);
/// One that is true or false.
llvm::MDNode *loopProperty(llvm::LLVMContext &context, const char *name, bool value);

} // namespace weft::compiler
