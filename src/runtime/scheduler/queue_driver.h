// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device queues on the threads of a device: what src/device_queue asks of the runtime.
#pragma once

#include "weft/device_queue/device_queue.h"

#include <cstdint>

namespace weft::runtime {

class Executor;

class QueueDriver final : public device_queue::Driver {
public:
  /// Throws std::bad_alloc.
  explicit QueueDriver(Executor &executor);
  ~QueueDriver();

  device_queue::Scheduler &scheduler() const { return *scheduler_; }

  std::int32_t run(const device_queue::ChildLaunch &child) noexcept override;
  void offer(const device_queue::ChildLaunch &child, std::uint64_t count) noexcept override;
  bool summon() noexcept override;

  /// Makes the calling thread one that may run kernels which enqueue; it may be one already. False
  /// if there are too many.
  bool enter() noexcept;
  /// Ends that, if it is one.
  static void leave() noexcept;
  /// The worker that the calling thread is.
  static device_queue::Worker &worker() noexcept;

  bool hasWork() const noexcept { return device_queue::hasWork(*scheduler_); }
  /// Runs commands on the calling thread for some time (0: while there are any); false if there
  /// were none.
  bool help(std::uint64_t nanoseconds) noexcept;

private:
  Executor &executor_;
  device_queue::Scheduler *scheduler_;
};

} // namespace weft::runtime
