// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/queue_driver.h"

#include "commands/launch_costs.h"
#include "commands/ndrange_command.h"
#include "objects/device.h"
#include "scheduler/executor.h"
#include "scheduler/local_size.h"
#include "scheduler/node_execution.h"
#include "scheduler/runtime_functions.h"
#include "scheduler/worker_memory.h"
#include "support/clock.h"

#include <algorithm>

namespace weft::runtime {
namespace {

/// Work that is worth waking another thread for, which costs 5 to 10 us on either side.
constexpr float kWorthSummoningNanoseconds = 30'000;
/// To take a command from another thread's deque and memory costs about as much; shorter ones are
/// better left where they are.
constexpr float kWorthStealingNanoseconds = 200;

NDRange rangeOf(const device_queue::ChildLaunch &child, unsigned threads) noexcept {
  NDRange range;
  const WeftNDRange &asked = *child.range;
  range.workDim = asked.workDim;
  for (unsigned i = 0; i < asked.workDim; ++i) {
    range.globalOffset[i] = asked.globalOffset[i];
    range.globalSize[i] = asked.globalSize[i];
    range.localSize[i] = asked.localSize[i];
  }
  if (!range.localSize[0] && !range.isEmpty()) {
    constexpr std::uint64_t most = Device::kMaxWorkGroupSize;
    chooseLocalSize(*child.launch->kernel, {most, {most, most, most}, threads}, range);
  }
  return range;
}

} // namespace

QueueDriver::QueueDriver(Executor &executor)
    : executor_(executor), scheduler_(device_queue::createScheduler(
                               *this, {Device::kMaxWorkGroupSize, Device::kLocalMemoryBytes})) {}

QueueDriver::~QueueDriver() { device_queue::destroyScheduler(scheduler_); }

std::int32_t QueueDriver::run(const device_queue::ChildLaunch &child) noexcept {
  NDRange range = rangeOf(child, executor_.threadCount());
  if (range.isEmpty())
    return CL_COMPLETE;
  WeftLaunchState state;
  fillLaunchState(state, range);
  state.arguments = child.arguments;
  state.programScope = child.launch->programScope;
  state.functions = &kRuntimeFunctions;
  state.command = child.launch;
  const WeftKernelDescriptor &kernel = *child.launch->kernel;
  return runLaunch({&state, &kernel, &chooseVariant(kernel, range.localSize), child.localBytes},
                   executor_);
}

void QueueDriver::offer(const device_queue::ChildLaunch &child, std::uint64_t count) noexcept {
  if (executor_.threadCount() == 1)
    return;
  float items = 1;
  for (unsigned i = 0; i < child.range->workDim; ++i)
    items *= float(child.range->globalSize[i]);
  float each = items * launch_costs::nanosecondsPerItem(child.launch->kernel);
  if (each > kWorthStealingNanoseconds && each * float(count) > kWorthSummoningNanoseconds)
    executor_.callHelpers(unsigned(std::min<std::uint64_t>(count, executor_.threadCount() - 1)));
}

bool QueueDriver::summon() noexcept { return executor_.summonHelper(); }

bool QueueDriver::enter() noexcept {
  WeftWorkerState &state = WorkerMemory::ofThisThread().state();
  if (!state.executor)
    state.executor = device_queue::enter(*scheduler_);
  return state.executor;
}

void QueueDriver::leave() noexcept {
  WeftWorkerState &state = WorkerMemory::ofThisThread().state();
  if (state.executor)
    device_queue::leave(worker());
  state.executor = nullptr;
}

device_queue::Worker &QueueDriver::worker() noexcept {
  return *static_cast<device_queue::Worker *>(WorkerMemory::ofThisThread().state().executor);
}

bool QueueDriver::help(std::uint64_t nanoseconds) noexcept {
  if (!hasWork() || !enter())
    return false;
  device_queue::work(worker(), nullptr, nanoseconds ? nanosecondsNow() + nanoseconds : 0);
  leave();
  return true;
}

} // namespace weft::runtime
