// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the work-groups of a launch: on this thread if they are few and short, split over the
// device's threads if that is faster.
#include "commands/launch_costs.h"
#include "scheduler/command_queue.h"
#include "scheduler/executor.h"
#include "scheduler/node_execution.h"
#include "scheduler/queue_driver.h"
#include "scheduler/runtime_functions.h"
#include "scheduler/worker_memory.h"
#include "support/clock.h"

#include <algorithm>
#include <cstdio>

namespace weft::runtime {
namespace {

/// A launch longer than this gets more threads. To wake one costs 5 to 10 us, and what it then does
/// must be worth it.
constexpr std::uint64_t kWorthSplittingNanoseconds = 20'000;
/// Length of a piece: short enough that no thread waits long for the last one, long enough that
/// taking one (some 50 ns between two cores) does not count.
constexpr std::uint64_t kPieceNanoseconds = 20'000;
/// Every so many short launches of a kernel are timed again.
constexpr std::uint32_t kTimedLaunches = 64;
/// Memory per thread from which on more threads move it faster.
constexpr std::uint64_t kWorthSplittingBytes = 1 << 20;
constexpr std::uint64_t kPieceBytes = 256 << 10;

class LaunchTask final : public RangeTask {
public:
  /// `queues` where the kernel may enqueue others, else null.
  LaunchTask(const WorkGroupLaunch &launch, QueueDriver *queues)
      : launch_(launch), privateBytes_(privateBytesFor(*launch.variant, launch.state->localSize)),
        queues_(queues) {}

  bool prepare() noexcept override {
    return WorkerMemory::ofThisThread().reserve(launch_.localBytes, privateBytes_) &&
           (!queues_ || queues_->enter());
  }
  void run(std::uint64_t begin, std::uint64_t end) noexcept override {
    launch_.variant->run(launch_.state, &WorkerMemory::ofThisThread().state(), begin, end);
    if (queues_)
      device_queue::endWorkGroups(QueueDriver::worker());
  }

private:
  const WorkGroupLaunch &launch_;
  std::uint64_t privateBytes_;
  QueueDriver *queues_;
};

/// The same from a later group on.
class RestOfLaunch final : public RangeTask {
public:
  RestOfLaunch(LaunchTask &launch, std::uint64_t first) : launch_(launch), first_(first) {}
  bool prepare() noexcept override { return launch_.prepare(); }
  void run(std::uint64_t begin, std::uint64_t end) noexcept override {
    launch_.run(first_ + begin, first_ + end);
  }

private:
  LaunchTask &launch_;
  std::uint64_t first_;
};

/// Runs groups [first, count) split over threads, `perGroup` being the expected nanoseconds of one.
void runSplit(LaunchTask &task, Executor &executor, std::uint64_t first, std::uint64_t count,
              float perGroup) {
  std::uint64_t groups = count - first;
  std::uint64_t piece = std::uint64_t(float(kPieceNanoseconds) / std::max(perGroup, 0.1f));
  // At least some pieces for each thread, so that the faster one can take from the slower.
  piece = std::clamp<std::uint64_t>(
      piece, 1, std::max<std::uint64_t>(groups / (4 * executor.threadCount()), 1));
  RestOfLaunch rest(task, first);
  executor.runRange(rest, groups, piece);
}

void runAll(LaunchTask &task, Executor &executor, const WorkGroupLaunch &launch) {
  const WeftLaunchState &state = *launch.state;
  std::uint64_t count = state.groupCount[0] * state.groupCount[1] * state.groupCount[2];
  float itemsPerGroup =
      float(state.localSize[0]) * float(state.localSize[1]) * float(state.localSize[2]);
  float perItem = launch_costs::nanosecondsPerItem(launch.kernel);
  auto record = [&](std::uint64_t groups, std::uint64_t nanoseconds) {
    launch_costs::record(launch.kernel, std::uint64_t(float(groups) * itemsPerGroup), nanoseconds);
  };

  if (count == 1 || executor.threadCount() == 1) {
    thread_local std::uint32_t launches = 0;
    if (perItem > 0 && ++launches % kTimedLaunches) {
      task.run(0, count);
      return;
    }
    std::uint64_t start = nanosecondsNow();
    task.run(0, count);
    record(count, nanosecondsNow() - start);
    return;
  }

  // The first groups tell whether the estimate, if there is one, holds for these arguments.
  float perGroup = perItem * itemsPerGroup;
  std::uint64_t first = 1;
  if (perItem > 0) {
    if (perGroup * float(count) > float(kWorthSplittingNanoseconds)) {
      std::uint64_t start = nanosecondsNow();
      runSplit(task, executor, 0, count, perGroup);
      std::uint64_t nanoseconds = nanosecondsNow() - start;
      record(count, nanoseconds * executor.threadCount());
      return;
    }
    first = count / 4 + 1;
  }
  std::uint64_t start = nanosecondsNow();
  task.run(0, first);
  std::uint64_t nanoseconds = std::max<std::uint64_t>(nanosecondsNow() - start, 1);
  record(first, nanoseconds);
  if (first == count)
    return;
  perGroup = float(nanoseconds) / float(first);
  if (perGroup * float(count - first) > float(kWorthSplittingNanoseconds))
    runSplit(task, executor, first, count, perGroup);
  else
    task.run(first, count);
}

/// How long a thread stays with the commands of device queues below a command of the host, while
/// other commands of the host may wait for it.
constexpr std::uint64_t kTurnNanoseconds = 5'000'000;

} // namespace

cl_int runLaunch(const WorkGroupLaunch &launch, Executor &executor) noexcept {
  QueueDriver *queues = nullptr;
  if (launch.kernel->flags & WEFT_KERNEL_ENQUEUES) {
    try {
      queues = &executor.queueDriver();
    } catch (const std::bad_alloc &) {
      return CL_OUT_OF_RESOURCES;
    }
  }
  LaunchTask task(launch, queues);
  if (!task.prepare())
    return CL_OUT_OF_RESOURCES;
  runAll(task, executor, launch);
  // OpenCL C 3.0 6.15.14: the output is there when the event is complete.
  if (launch.kernel->flags & WEFT_KERNEL_PRINTS)
    std::fflush(stdout);
  return CL_COMPLETE;
}

cl_int NodeExecution::runWorkGroups(const WorkGroupLaunch &launch) noexcept {
  if (!launch.root)
    return runLaunch(launch, executor_);

  HostRoot &root = *launch.root;
  root.node = &node_;
  root.complete = [](void *node, cl_int status) noexcept {
    auto &ended = *static_cast<CommandNode *>(node);
    ended.queue->complete(ended, status);
  };
  root.begin();
  cl_int status = runLaunch(launch, executor_);
  if (Event *event = node_.event.get(); event && event->isProfiled())
    event->times().ended = nanosecondsNow(); // CL_PROFILING_COMMAND_COMPLETE is when all have
  if (status == CL_COMPLETE) {
    device_queue::Worker &worker = QueueDriver::worker();
    device_queue::endRun(worker, root.launch);
    if (!root.isAlone())
      device_queue::work(worker, &root, nanosecondsNow() + kTurnNanoseconds);
    QueueDriver::leave();
  }
  // If this is not the end, the last below ends it, perhaps before the next line.
  return root.endRunOfRoot(status) ? root.failure() : CL_RUNNING;
}

void NodeExecution::runTransfer(RangeTask &task, std::uint64_t count,
                                std::uint64_t bytes) noexcept {
  if (bytes < kWorthSplittingBytes * 2 || executor_.threadCount() == 1 || !count) {
    task.run(0, count);
    return;
  }
  std::uint64_t piece =
      std::max<std::uint64_t>(count / std::max<std::uint64_t>(bytes / kPieceBytes, 1), 1);
  executor_.runRange(task, count, piece);
}

const WeftRuntimeFunctions *NodeExecution::runtimeFunctions() noexcept {
  return &kRuntimeFunctions;
}

} // namespace weft::runtime
