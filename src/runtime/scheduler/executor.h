// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads of a device.
#pragma once

#include "commands/execution.h"
#include "objects/device.h"
#include "support/mutex.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace weft::runtime {

class Arena;
class QueueDriver;

/// A TBB arena of as many threads as the device has compute units. It runs what must progress by
/// itself (enqueue), and helps a thread that has a large task (runRange).
///
/// A large task is offered in a *region*: each participant has a contiguous share of the range, the
/// same one each time if it can (its cache may still hold the data), takes it in pieces, and then
/// takes pieces from the shares of others. The caller participates from the start and needs nobody:
/// workers come when they have woken up, and so do threads that wait for events. TBB's own
/// parallel_for would not let those in, and allocates; a region allocates nothing.
///
/// Made on first use, started on first need, and shared by queues and by tasks in flight.
class Executor : public std::enable_shared_from_this<Executor> {
public:
  static std::shared_ptr<Executor> of(Device &device);

  /// `cpus` pins workers while they run tasks of it; empty for the whole machine.
  Executor(unsigned threadCount, std::vector<unsigned> cpus);
  ~Executor();

  unsigned threadCount() const { return threadCount_; }

  /// Calls run(argument) on a worker, soon, even if nobody ever waits. False if there is no memory.
  bool enqueue(void (*run)(void *argument), void *argument) noexcept;

  /// Runs the task over [0, count) on the caller and whoever is free, in pieces of about `piece`.
  /// The caller has prepared the task.
  void runRange(RangeTask &task, std::uint64_t count, std::uint64_t piece) noexcept;

  /// The device queues of the device, made at their first use. Throws std::bad_alloc.
  QueueDriver &queueDriver();

  /// Brings up to `wanted` more threads, from a sleep or from the arena.
  void callHelpers(unsigned wanted) noexcept;
  /// The same for one, which is certain to look for work after this; false if there is no memory.
  bool summonHelper() noexcept;

  /// Takes part in a region if one is open, or runs commands of device queues; for a while that a
  /// thread which waits for something else can spare. False if there was nothing to do.
  bool helpBriefly() noexcept;

  /// Wakes the threads that sleep.
  void ring() noexcept;

  /// Announces that the thread may sleep. Make one, check again that there is nothing to do, sleep:
  /// then no ring() is lost.
  class Sleeper {
  public:
    explicit Sleeper(Executor &executor)
        : executor_(executor), seen_((executor.sleepers_.fetch_add(1, std::memory_order_seq_cst),
                                      executor.bell_.load(std::memory_order_seq_cst))) {}
    ~Sleeper() { executor_.sleepers_.fetch_sub(1, std::memory_order_relaxed); }
    Sleeper(const Sleeper &) = delete;
    Sleeper &operator=(const Sleeper &) = delete;
    void sleep() noexcept;

  private:
    Executor &executor_;
    std::uint32_t seen_;
  };

private:
  class Region;

  bool help(std::uint64_t nanoseconds) noexcept;
  bool helpRegion(std::uint64_t nanoseconds) noexcept;
  bool hasWork() const noexcept;
  bool startHelper() noexcept;
  static void helperTask(void *self);
  void helpOnWorker() noexcept;
  Arena &arena();

  const unsigned threadCount_;
  const std::vector<unsigned> cpus_;

  Mutex mutex_;
  std::vector<Region *> open_ WEFT_GUARDED_BY(mutex_);
  std::vector<std::unique_ptr<Region>> regions_ WEFT_GUARDED_BY(mutex_);
  std::vector<Region *> freeRegions_ WEFT_GUARDED_BY(mutex_);
  std::unique_ptr<Arena> arena_ WEFT_GUARDED_BY(mutex_);
  std::atomic<Arena *> startedArena_{nullptr};
  std::unique_ptr<QueueDriver> queueDriver_ WEFT_GUARDED_BY(mutex_);
  std::atomic<QueueDriver *> startedQueueDriver_{nullptr};

  /// open_.size(), to look at in passing.
  alignas(64) std::atomic<std::uint32_t> openCount_{0};
  /// Helper tasks that are in the arena or on their way.
  std::atomic<std::uint32_t> helpers_{0};
  alignas(64) std::atomic<std::uint32_t> bell_{0};
  std::atomic<std::uint32_t> sleepers_{0};
};

} // namespace weft::runtime
