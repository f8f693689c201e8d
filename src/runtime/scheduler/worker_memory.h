// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scratch memory of a thread that runs work-groups: local memory, and private memory that is too
// large or too long-lived for the stack.
#pragma once

#include "weft/abi/kernel_descriptor.h"

#include <cstddef>
#include <cstdint>

namespace weft::runtime {

/// Grows to what the largest launch on this thread asked for and stays, so that launches allocate
/// nothing. Work-groups on one thread come one after the other and share it.
class WorkerMemory {
public:
  /// More private memory than this for one work-group is refused, rather than taken from all others
  /// on the machine.
  static constexpr std::uint64_t kMaxPrivateBytes = 4ull << 30;

  static WorkerMemory &ofThisThread();
  WorkerMemory(const WorkerMemory &) = delete;
  WorkerMemory &operator=(const WorkerMemory &) = delete;
  ~WorkerMemory();

  /// False if there is no such memory.
  bool reserve(std::uint64_t localBytes, std::uint64_t privateBytes) noexcept;
  WeftWorkerState &state() { return state_; }

private:
  WorkerMemory();

  struct Block {
    unsigned char *begin = nullptr;
    std::uint64_t bytes = 0;
    bool grow(std::uint64_t wanted) noexcept;
    void free() noexcept;
  };
  Block local_, private_;
  WeftWorkerState state_{};
};

/// Private memory of one work-group, or UINT64_MAX where it does not fit 64 bits.
std::uint64_t privateBytesFor(const WeftKernelVariant &variant,
                              const std::uint64_t localSize[3]) noexcept;

} // namespace weft::runtime
