// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a clk_event_t stands for (OpenCL C 3.0 6.15.19.7 Queuing Other Commands, 6.15.19.8 Event
// functions).
#pragma once

#include "weft/device_queue/atomic.h"
#include "weft/device_queue/completion.h"

#include <cstdint>

namespace weft::device_queue {

struct Command;
class Event;

/// Something that waits for an event: a command with that in its wait list, or a capture of
/// profiling information. It holds a reference to the event.
struct Dependent {
  Dependent *next = nullptr;
  Command *command = nullptr; ///< null: `capture` it is
  Event *capture = nullptr;   ///< the record that is used for it
};

/// The event of a command or a user event, a block of the scheduler's pool. Blocks are made once
/// and used many times.
class alignas(128) Event final : public Completion {
public:
  /// The scheduler's pool has just given it to the caller.
  void beginCommand(Completion *up, bool isProfiled) noexcept { begin(up, false, isProfiled); }
  void beginUser() noexcept { begin(nullptr, true, false); }

  bool isUser() const noexcept { return isUser_; }
  bool isProfiled() const noexcept { return isProfiled_; }
  std::uint32_t generation() const noexcept { return generation_.load(std::memory_order_relaxed); }

  /// Adds one that waits, and keeps a reference for it, which the caller has made. False if the
  /// event is complete: then nothing was added.
  bool add(Dependent &dependent) noexcept;

  /// Writes what capture_event_profiling_info() asks for, now or on completion.
  void capture(std::uint64_t *value, Event *record, Worker *worker) noexcept;

  std::uint64_t started = 0, ended = 0; ///< written by who runs the command, where it is profiled

private:
  bool onComplete(std::int32_t status, Worker *worker) noexcept override;
  void onUnused(Worker *worker) noexcept override;
  void begin(Completion *up, bool isUser, bool isProfiled) noexcept;
  void writeTimes(std::uint64_t *value) const noexcept;

  /// Instead of the first dependent: the event is complete, nobody can be added.
  static Dependent *closed() noexcept { return &closed_; }
  static Dependent closed_;

  Atomic<Dependent *> dependents_{nullptr};
  /// Counts the uses of the block, so that a handle of an earlier one is known to be stale.
  Atomic<std::uint32_t> generation_{1};
  bool isUser_ = false;
  bool isProfiled_ = false;
  std::uint64_t completed_ = 0;
  // While the block is used for a capture and not for an event.
  Dependent captureLink_;
  std::uint64_t *captureValue_ = nullptr;
};
static_assert(sizeof(Event) == 128);

} // namespace weft::device_queue
