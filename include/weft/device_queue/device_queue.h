// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the runtime sees of device-side enqueue (OpenCL C 3.0 6.15.19), and what it does for it.
// src/device_queue/README.md tells how it works.
#pragma once

#include "weft/abi/kernel_descriptor.h"
#include "weft/abi/runtime_functions.h"
#include "weft/device_queue/atomic.h"
#include "weft/device_queue/completion.h"

#include <cstddef>
#include <cstdint>

namespace weft::device_queue {

class Queue;
class Scheduler;
class Worker;
struct Command;

/// A launch of a kernel that may enqueue: what WeftLaunchState::command points at.
struct Launch {
  const WeftKernelDescriptor *kernel = nullptr;
  unsigned char *programScope = nullptr;
  Queue *defaultQueue = nullptr; ///< get_default_queue(), here and in all that is enqueued below
  /// Where this launch is counted, its own Completion or that of an ancestor.
  Completion *counted = nullptr;
  bool isCountedByOwn = false;
  /// Children that wait for the end of its work-items (CLK_ENQUEUE_FLAGS_WAIT_KERNEL).
  Atomic<Command *> afterRun{nullptr};
};

/// A command of a host queue that may enqueue.
class Root : public Completion {
public:
  Launch launch;

  void begin() noexcept {
    start(nullptr, 0);
    launch.counted = this;
    launch.isCountedByOwn = true;
  }

protected:
  ~Root() = default;

private:
  void onUnused(Worker *) noexcept final {}
};

/// A child, ready to run.
struct ChildLaunch {
  Launch *launch;
  const WeftNDRange *range; ///< valid, but its local size may be 0
  const unsigned char *arguments;
  std::uint64_t localBytes;
};

/// What the device queue needs of the runtime.
class Driver {
public:
  /// Runs all work-items of a child; 0, or a negative status and none has run.
  virtual std::int32_t run(const ChildLaunch &child) noexcept = 0;
  /// There are `count` commands like this one that other threads could have.
  virtual void offer(const ChildLaunch &child, std::uint64_t count) noexcept = 0;
  /// Has another thread call Scheduler::work() soon; false if that is impossible.
  virtual bool summon() noexcept = 0;

protected:
  ~Driver() = default;
};

struct Limits {
  std::uint64_t groupItems; ///< CL_DEVICE_MAX_WORK_GROUP_SIZE
  std::uint64_t localBytes; ///< CL_DEVICE_LOCAL_MEM_SIZE
};

// CL_DEVICE_MAX_ON_DEVICE_QUEUES, CL_DEVICE_MAX_ON_DEVICE_EVENTS, CL_DEVICE_QUEUE_ON_DEVICE_*_SIZE.
// OpenCL 3.0 API 4.2 asks for 1 queue, 1024 events, a preferred size of 16 KiB and one of at least
// 256 KiB (64 KiB in the embedded profile) as the largest.
inline constexpr std::uint32_t kMaxQueues = 16;
inline constexpr std::uint32_t kMaxEvents = 65536;
inline constexpr std::uint32_t kMinQueueBytes = 16 << 10;
inline constexpr std::uint32_t kPreferredQueueBytes = 1 << 20;
inline constexpr std::uint32_t kMaxQueueBytes = 16 << 20;

/// The device queues of one device and the commands in them.
Scheduler *createScheduler(Driver &driver, const Limits &limits); // throws std::bad_alloc
void destroyScheduler(Scheduler *scheduler) noexcept;

/// Null if there are too many already. Its memory is that of the scheduler: a kernel that holds a
/// queue_t for longer than the application is told that the queue is invalid.
Queue *openQueue(Scheduler &scheduler, std::uint32_t bytes, bool isProfiled);
/// Commands in it run to their end; nothing more can be enqueued.
void closeQueue(Queue &queue) noexcept;

/// Makes the calling thread one that may run kernels that enqueue: WeftWorkerState::executor. Null
/// if there are too many.
Worker *enter(Scheduler &scheduler) noexcept;
/// Ends that. What it has made ready is left to others.
void leave(Worker &worker) noexcept;

/// After work-groups have been run (CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP).
void endWorkGroups(Worker &worker) noexcept;
/// After all work-items of a launch have ended (CLK_ENQUEUE_FLAGS_WAIT_KERNEL).
void endRun(Worker &worker, Launch &launch) noexcept;

/// Whether there is a command that some thread could run.
bool hasWork(const Scheduler &scheduler) noexcept;
/// Runs commands until `root` waits for nothing else, there are no more, or it is `deadline` (of
/// nanosecondsNow(); 0: never).
void work(Worker &worker, const Root *root, std::uint64_t deadline) noexcept;

/// Fills in the device queue's part of the table; the runtime has the rest.
void addFunctions(WeftRuntimeFunctions &table) noexcept;

} // namespace weft::device_queue
