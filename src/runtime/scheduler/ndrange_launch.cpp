// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the work-groups of a launch: on this thread if they are few and short, split over the
// device's threads if that is faster.
#include "commands/launch_costs.h"
#include "scheduler/executor.h"
#include "scheduler/node_execution.h"
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
  LaunchTask(const WorkGroupLaunch &launch, std::uint64_t privateBytes)
      : launch_(launch), privateBytes_(privateBytes) {}

  bool prepare() noexcept override {
    return WorkerMemory::ofThisThread().reserve(launch_.localBytes, privateBytes_);
  }
  void run(std::uint64_t begin, std::uint64_t end) noexcept override {
    launch_.variant->run(launch_.state, &WorkerMemory::ofThisThread().state(), begin, end);
  }

private:
  const WorkGroupLaunch &launch_;
  std::uint64_t privateBytes_;
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

} // namespace

cl_int NodeExecution::runWorkGroups(const WorkGroupLaunch &launch) noexcept {
  LaunchTask task(launch, privateBytesFor(*launch.variant, launch.state->localSize));
  if (!task.prepare())
    return CL_OUT_OF_RESOURCES;
  runAll(task, executor_, launch);
  // OpenCL C 3.0 6.15.14: the output is there when the event is complete.
  if (launch.kernel->flags & WEFT_KERNEL_PRINTS)
    std::fflush(stdout);
  return CL_COMPLETE;
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
