// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be read off a kernel's declaration.
#pragma once

#include "weft/compiler/kernel_signature.h"

#include <array>
#include <cstdint>

namespace llvm {
class Argument;
class Function;
} // namespace llvm

namespace weft::compiler {

/// A kernel in work-item form.
bool isKernel(const llvm::Function &function);

/// The kernel that Clang makes of a block, which only enqueue_kernel launches.
bool isBlockKernel(const llvm::Function &function);

/// How many of a block kernel's arguments are pointers to local memory.
std::uint32_t blockLocalArguments(const llvm::Function &kernel);

/// reqd_work_group_size, or 0s.
std::array<std::uint32_t, 3> requiredLocalSize(const llvm::Function &kernel);

/// intel_reqd_sub_group_size, or 0.
unsigned requiredSubGroupSize(const llvm::Function &kernel);

/// Name, places of the arguments in the argument block (WeftLaunchState::arguments), and required
/// local size. Wants the target's data layout.
KernelSignature signatureOf(const llvm::Function &kernel);

} // namespace weft::compiler
