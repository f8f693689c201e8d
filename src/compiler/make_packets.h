// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forms of a kernel for packets of work-items: which there are, and what is done to the copy of
// the kernel that each is made of. The steps themselves are in vectorize/.
#pragma once

#include "work_group/emit_work_group.h"

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

class PassFrame;
struct PipelineOptions;

/// The kernel, which is in normal form and stays as it is, for packets of work-items, where that is
/// possible and promises to pay. Fails where packets of a certain size were asked for in the
/// source, and cannot be made.
llvm::Expected<PacketKernel> makePackets(llvm::Function &kernel, PassFrame &frame,
                                         const llvm::TargetMachine &target,
                                         const PipelineOptions &options);

} // namespace weft::compiler
