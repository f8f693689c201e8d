// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which thread runs which command.
#pragma once

#include "block_pool.h"
#include "command.h"
#include "queue.h"
#include "work_deque.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

namespace weft::device_queue {

/// What a thread has while it runs kernels that may enqueue, or their children. It outlives the
/// thread: the next one that comes takes it over with what is in its deque.
class alignas(64) Worker {
public:
  Worker(Scheduler &scheduler, std::uint32_t number, Atomic<Command *> *cells, std::uint64_t count)
      : deque(cells, count), cells(cells), number(number), blockHint(number * 7),
        eventHint(number * 7), scheduler_(scheduler) {}

  Scheduler &scheduler() const noexcept { return scheduler_; }

  WorkDeque<Command> deque;
  Atomic<Command *> *const cells; ///< of the deque, for who frees it
  /// Taken with acquire and given back with release: the next owner goes on where the last stopped.
  Atomic<bool> isTaken{true};
  const std::uint32_t number;
  // The owner's alone.
  std::uint32_t blockHint, eventHint, stealHint = 0;
  /// Commands that wait for the end of the work-groups being run.
  Command *afterGroups = nullptr;

  /// Credits of commands that have ended, kept while the next command is counted by the same
  /// Completion: that cannot complete meanwhile, and a child enqueued takes one of them. So the
  /// word that all threads count in is left alone most of the time.
  void owe(Completion *counted) noexcept {
    owedTo_ = counted;
    ++owed_;
  }
  bool takeOwed(const Completion *counted) noexcept {
    if (owedTo_ != counted || !owed_)
      return false;
    --owed_;
    return true;
  }
  /// Gives them back, unless to `next`.
  void settle(const Completion *next) noexcept {
    if (owed_ && owedTo_ != next)
      Completion::giveBack(owedTo_, 0, this, std::exchange(owed_, 0));
  }

private:
  Scheduler &scheduler_;
  Completion *owedTo_ = nullptr;
  std::uint32_t owed_ = 0;
};

/// One of the things a command waits for is over, with a status.
void resolve(Command &command, std::int32_t status, Worker &worker) noexcept;

class Scheduler {
public:
  Scheduler(Driver &driver, const Limits &limits);
  ~Scheduler();

  Driver &driver() const noexcept { return driver_; }
  const Limits &limits() const noexcept { return limits_; }

  Queue *openQueue(std::uint32_t bytes, bool isProfiled);
  /// The queue that a queue_t is, or null.
  Queue *findQueue(void *handle) noexcept;

  /// Null if all are in use.
  Event *takeEvent(Worker &worker) noexcept;
  void giveEvent(Event &event) noexcept;
  void *handleOf(const Event &event) const noexcept;
  /// The event that a clk_event_t is, or null. It may be gone the next moment if the kernel has no
  /// right to it.
  Event *findEvent(const void *handle) noexcept;

  Worker *enter() noexcept;
  void leave(Worker &worker) noexcept;
  bool hasWork() const noexcept;
  void work(Worker &worker, const Root *root, std::uint64_t deadline) noexcept;

private:
  static constexpr std::uint32_t kMaxWorkers = 1024;
  /// CL_DEVICE_MAX_ON_DEVICE_QUEUES is for one context; the device may have several.
  static constexpr std::uint32_t kQueuePlaces = 4 * kMaxQueues;
  /// All queues together: those of one context, as large as can be, and some smaller ones.
  static constexpr std::uint64_t kAllQueueBytes = 2ull * kMaxQueues * kMaxQueueBytes;
  /// All commands of all queues: each takes at least two blocks.
  static constexpr std::uint64_t kDequeCells = kAllQueueBytes / (2 * kBlockBytes);

  Worker *makeWorker() noexcept;
  Command *steal(Worker &thief) noexcept;
  void run(Worker &worker, Command &command) noexcept;

  Driver &driver_;
  const Limits limits_;
  /// In event handles, so that those of another device are not taken for this one's.
  const std::uint32_t id_;

  Queue queues_[kQueuePlaces];

  BlockPool eventPool_{kMaxEvents};
  Event *events_ = nullptr;

  std::mutex mutex_; ///< making queues and workers; not on the way of an enqueue
  Atomic<std::uint32_t> workerCount_{0};
  Atomic<Worker *> workers_[kMaxWorkers] = {};
};

} // namespace weft::device_queue
