// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A command of a device queue: a block that was enqueued, or a marker.
#pragma once

#include "event.h"
#include "weft/abi/launch_state.h"
#include "weft/device_queue/device_queue.h"

#include <cstddef>
#include <cstdint>

namespace weft::device_queue {

/// The unit in which a queue's memory is handed out, argument blocks among it.
inline constexpr std::uint32_t kBlockBytes = WEFT_MEMORY_ALIGNMENT;

/// Lies in its queue's memory, in front of its argument block, what it waits for, and the copy of
/// the block literal. It exists from the enqueue to the end of its work-items; after that there is
/// only its event, if somebody asked for one.
struct alignas(kBlockBytes) Command {
  Launch launch; ///< kernel is null in a marker
  Queue *queue = nullptr;
  Event *event = nullptr;
  /// Of a list it is in: those that wait for the end of the same work-groups or of the same kernel.
  Command *next = nullptr;
  /// What it still waits for, and one for the enqueue itself. Whoever takes the last one away has
  /// it run.
  Atomic<std::uint32_t> waiting{0};
  /// The status of an event in its wait list that failed, else 0. Read when nothing is waited for.
  Atomic<std::int32_t> failure{0};
  std::uint32_t firstBlock = 0;
  std::uint32_t blockCount = 0;
  WeftNDRange range{};
  std::uint64_t localBytes = 0;

  unsigned char *arguments() noexcept { return reinterpret_cast<unsigned char *>(this + 1); }
};
static_assert(sizeof(Command) == 256);

} // namespace weft::device_queue
