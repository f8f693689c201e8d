// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernels call: OpenCL C 3.0 6.15.19 Enqueuing Kernels. No lock, no heap, and no waiting for
// another thread anywhere on these paths.
#include "scheduler.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace weft::device_queue {
namespace {

// OpenCL C 3.0 6.15.19.1: what enqueue_kernel returns.
constexpr std::int32_t kEnqueueFailure = -101;
constexpr std::int32_t kInvalidQueue = -102;
constexpr std::int32_t kInvalidNDRange = -160;
constexpr std::int32_t kInvalidEventWaitList = -57;
constexpr std::int32_t kDeviceQueueFull = -161;
constexpr std::int32_t kInvalidArgSize = -51;
constexpr std::int32_t kEventAllocationFailure = -100;
constexpr std::int32_t kOutOfResources = -5;

constexpr std::uint32_t kProfilingExecTime = 1; // CLK_PROFILING_COMMAND_EXEC_TIME

constexpr std::uint64_t alignUp(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) & ~(alignment - 1);
}

Launch &launchOf(const WeftLaunchState *state) { return *static_cast<Launch *>(state->command); }
Worker &workerOf(const WeftWorkerState *state) { return *static_cast<Worker *>(state->executor); }

/// A particular error for programs built with -g, else the general one.
std::int32_t error(const Launch &parent, std::int32_t particular) {
  return parent.kernel->flags & WEFT_KERNEL_DEBUG_ERRORS ? particular : kEnqueueFailure;
}

/// 6.15.19.1, CLK_INVALID_NDRANGE, and what clEnqueueNDRangeKernel asks of sizes.
bool isValid(const WeftNDRange &range, const WeftKernelDescriptor &block, const Limits &limits) {
  if (range.workDim < 1 || range.workDim > 3)
    return false;
  bool isUniform = block.flags & WEFT_KERNEL_UNIFORM_GROUPS;
  const std::uint64_t *local = range.localSize;
  bool hasLocal = local[0] != 0;
  std::uint64_t items = 1, total = 1, end;
  for (unsigned i = 0; i < range.workDim; ++i) {
    // Linear ids are 64 bits.
    if (__builtin_add_overflow(range.globalOffset[i], range.globalSize[i], &end) ||
        __builtin_mul_overflow(total, std::max<std::uint64_t>(range.globalSize[i], 1), &total))
      return false;
    if ((local[i] != 0) != hasLocal)
      return false;
    if (!hasLocal)
      continue;
    if (local[i] > limits.groupItems || (items *= local[i]) > limits.groupItems)
      return false;
    if (isUniform && range.globalSize[i] % local[i] != 0)
      return false;
  }
  if (!block.requiredLocalSize[0])
    return true;
  for (unsigned i = 0; i < 3; ++i)
    if ((i < range.workDim ? local[i] : 1) != block.requiredLocalSize[i])
      return false;
  return true;
}

/// A command being enqueued, from its checks to the point from which it runs by itself.
class Enqueue {
public:
  Enqueue(Launch &parent, Worker &worker, void *queue)
      : parent_(parent), worker_(worker), queue_(worker.scheduler().findQueue(queue)) {}

  bool hasQueue() const { return queue_; }

  /// "if event_wait_list is NULL and num_events_in_wait_list > 0, or if event_wait_list is not NULL
  /// and num_events_in_wait_list is 0, or if event objects in event_wait_list are not valid events"
  bool waitsFor(std::uint32_t count, void *const *list) {
    if ((count != 0) != (list != nullptr))
      return false;
    for (std::uint32_t i = 0; i < count; ++i)
      if (!worker_.scheduler().findEvent(list[i]))
        return false;
    waits_ = list;
    waitCount_ = count;
    return true;
  }

  /// Takes memory for the command and for its event; 0 or the error. Of `bytes` behind the command
  /// the first are the argument block's, at its alignment.
  std::int32_t reserve(std::uint64_t bytes, void **eventOut) {
    linksAt_ = alignUp(bytes, alignof(Dependent));
    std::uint64_t all = sizeof(Command) + linksAt_ + waitCount_ * sizeof(Dependent);
    if (all > queue_->bytes())
      return kOutOfResources; // not even an empty queue has room for it
    std::uint32_t firstBlock, blockCount;
    void *memory = queue_->take(std::size_t(all), worker_.blockHint, firstBlock, blockCount);
    if (!memory)
      return kDeviceQueueFull;
    command_ = new (memory) Command;
    command_->queue = queue_;
    command_->firstBlock = firstBlock;
    command_->blockCount = blockCount;
    if (eventOut) {
      command_->event = worker_.scheduler().takeEvent(worker_);
      if (!command_->event) {
        queue_->give(*command_);
        return kEventAllocationFailure;
      }
    }
    return 0;
  }
  Command &command() { return *command_; }

  /// From here on it cannot fail.
  void commit(const WeftKernelDescriptor *kernel, std::uint32_t flags, void **eventOut) {
    Command &command = *command_;
    Launch &launch = command.launch;
    launch.kernel = kernel;
    launch.programScope = parent_.programScope;
    launch.defaultQueue = parent_.defaultQueue;
    launch.counted = !parent_.isCountedByOwn && worker_.takeOwed(parent_.counted)
                         ? parent_.counted
                         : Completion::addChild(parent_.counted, parent_.isCountedByOwn);
    if (Event *event = command.event) {
      event->beginCommand(launch.counted, queue_->isProfiled());
      launch.counted = event;
      launch.isCountedByOwn = true;
    }
    bool waitsForParent =
        flags == WEFT_ENQUEUE_WAIT_KERNEL || flags == WEFT_ENQUEUE_WAIT_WORK_GROUP;
    if (!waitCount_ && !waitsForParent) {
      giveEvent(eventOut);
      worker_.deque.push(&command);
      return;
    }
    // One for this function, so that it does not start before all is said.
    command.waiting.store(waitCount_ + waitsForParent + 1, std::memory_order_relaxed);
    auto *links = reinterpret_cast<Dependent *>(command.arguments() + linksAt_);
    for (std::uint32_t i = 0; i < waitCount_; ++i)
      link(*new (links + i) Dependent{nullptr, &command, nullptr}, waits_[i]);
    if (flags == WEFT_ENQUEUE_WAIT_KERNEL)
      addAfterRun(command);
    else if (flags == WEFT_ENQUEUE_WAIT_WORK_GROUP)
      command.next = std::exchange(worker_.afterGroups, &command);
    giveEvent(eventOut); // after the wait list is read: it may be the same variable
    resolve(command, 0, worker_);
  }

private:
  void giveEvent(void **eventOut) {
    if (command_->event)
      *eventOut = worker_.scheduler().handleOf(*command_->event);
  }

  void link(Dependent &link, void *handle) {
    Event *event = worker_.scheduler().findEvent(handle);
    if (!event || !event->tryRetain())
      return resolve(*link.command, kInvalidEventWaitList, worker_); // gone since it was checked
    if (event->add(link))
      return;
    std::int32_t status = event->failure();
    event->release(&worker_);
    resolve(*link.command, status, worker_);
  }

  void addAfterRun(Command &command) {
    Command *first = parent_.afterRun.load(std::memory_order_relaxed);
    do
      command.next = first;
    // Release: endRun() reads the command. Only endRun() takes out, when nobody adds any more.
    while (!parent_.afterRun.compare_exchange_weak(first, &command, std::memory_order_release,
                                                   std::memory_order_relaxed));
  }

  Launch &parent_;
  Worker &worker_;
  Queue *queue_;
  void *const *waits_ = nullptr;
  std::uint32_t waitCount_ = 0;
  std::uint64_t linksAt_ = 0;
  Command *command_ = nullptr;
};

std::int32_t enqueueKernel(const WeftLaunchState *state, WeftWorkerState *workerState,
                           const WeftEnqueueKernel *request) noexcept {
  Launch &parent = launchOf(state);
  Worker &worker = workerOf(workerState);
  const Limits &limits = worker.scheduler().limits();
  const WeftKernelDescriptor &block = *request->block;

  Enqueue enqueue(parent, worker, request->queue);
  if (!enqueue.hasQueue())
    return error(parent, kInvalidQueue);
  if (!isValid(*request->range, block, limits))
    return error(parent, kInvalidNDRange);
  if (!enqueue.waitsFor(request->waitCount, request->waitList))
    return error(parent, kInvalidEventWaitList);
  std::uint64_t localBytes = block.localBytes;
  for (std::uint32_t i = 0; i < request->localCount; ++i) {
    // "if size of local memory arguments is 0"
    if (request->localSizes[i] == 0)
      return error(parent, kInvalidArgSize);
    if (request->localSizes[i] > limits.localBytes)
      return error(parent, kOutOfResources);
    localBytes = alignUp(localBytes, kBlockBytes) + request->localSizes[i];
  }
  if (localBytes > limits.localBytes)
    return error(parent, kOutOfResources);

  // Behind the command: the argument block, the literal, and links to what it waits for.
  std::uint64_t alignment = std::max<std::uint64_t>(request->literalAlignment, 8);
  std::uint64_t literalAt =
      alignUp((1 + request->localCount) * 8, std::min<std::uint64_t>(alignment, kBlockBytes));
  // Memory is aligned for all types there are; only an attribute asks for more.
  std::uint64_t slack = alignment > kBlockBytes ? alignment : 0;
  std::int32_t status =
      enqueue.reserve(literalAt + slack + request->literalBytes, request->eventOut);
  if (status)
    return error(parent, status);

  Command &command = enqueue.command();
  unsigned char *arguments = command.arguments();
  auto *literal = reinterpret_cast<unsigned char *>(
      alignUp(reinterpret_cast<std::uintptr_t>(arguments) + literalAt, alignment));
  std::memcpy(literal, request->literal, request->literalBytes);
  std::memcpy(arguments, &literal, sizeof literal);
  std::uint64_t offset = block.localBytes;
  for (std::uint32_t i = 0; i < request->localCount; ++i) {
    offset = alignUp(offset, kBlockBytes);
    std::memcpy(arguments + (1 + i) * 8, &offset, sizeof offset);
    offset += request->localSizes[i];
  }
  command.localBytes = localBytes;
  command.range = *request->range;
  enqueue.commit(&block, request->flags, request->eventOut);
  return 0;
}

std::int32_t enqueueMarker(const WeftLaunchState *state, WeftWorkerState *workerState, void *queue,
                           std::uint32_t waitCount, void *const *waitList,
                           void **eventOut) noexcept {
  Launch &parent = launchOf(state);
  Enqueue enqueue(parent, workerOf(workerState), queue);
  if (!enqueue.hasQueue())
    return error(parent, kInvalidQueue);
  // 6.15.19.7: unlike that of enqueue_kernel, the wait list may not be empty.
  if (waitCount == 0 || !enqueue.waitsFor(waitCount, waitList))
    return error(parent, kInvalidEventWaitList);
  if (std::int32_t status = enqueue.reserve(0, eventOut))
    return error(parent, status);
  enqueue.commit(nullptr, WEFT_ENQUEUE_NO_WAIT, eventOut);
  return 0;
}

// Events: 6.15.19.8. What is said of an invalid event is nothing, so nothing happens.

void *createUserEvent(const WeftLaunchState *, WeftWorkerState *workerState) noexcept {
  Worker &worker = workerOf(workerState);
  Event *event = worker.scheduler().takeEvent(worker);
  if (!event)
    return reinterpret_cast<void *>(UINTPTR_MAX); // CLK_NULL_EVENT
  event->beginUser();
  return worker.scheduler().handleOf(*event);
}

void setUserEventStatus(const WeftLaunchState *, WeftWorkerState *workerState, void *handle,
                        std::int32_t status) noexcept {
  Worker &worker = workerOf(workerState);
  Event *event = worker.scheduler().findEvent(handle);
  // "status can be either CL_COMPLETE or a negative integer value", and is set once.
  if (event && event->isUser() && status <= 0 && event->claimStatus())
    Completion::giveBack(event, status, &worker);
}

void retainEvent(const WeftLaunchState *, WeftWorkerState *workerState, void *handle) noexcept {
  if (Event *event = workerOf(workerState).scheduler().findEvent(handle))
    event->tryRetain();
}

void releaseEvent(const WeftLaunchState *, WeftWorkerState *workerState, void *handle) noexcept {
  Worker &worker = workerOf(workerState);
  if (Event *event = worker.scheduler().findEvent(handle))
    event->release(&worker);
}

std::int32_t isValidEvent(const WeftLaunchState *, WeftWorkerState *workerState,
                          void *handle) noexcept {
  return workerOf(workerState).scheduler().findEvent(handle) != nullptr;
}

void captureEventProfilingInfo(const WeftLaunchState *, WeftWorkerState *workerState, void *handle,
                               std::uint32_t name, std::uint64_t *value) noexcept {
  Worker &worker = workerOf(workerState);
  Event *event = worker.scheduler().findEvent(handle);
  if (!event || name != kProfilingExecTime)
    return;
  if (Event *record = worker.scheduler().takeEvent(worker))
    event->capture(value, record, &worker);
}

void *defaultQueue(const WeftLaunchState *state, WeftWorkerState *) noexcept {
  return launchOf(state).defaultQueue; // CLK_NULL_QUEUE is null
}

} // namespace

void addFunctions(WeftRuntimeFunctions &table) noexcept {
  table.enqueueKernel = enqueueKernel;
  table.enqueueMarker = enqueueMarker;
  table.createUserEvent = createUserEvent;
  table.setUserEventStatus = setUserEventStatus;
  table.retainEvent = retainEvent;
  table.releaseEvent = releaseEvent;
  table.isValidEvent = isValidEvent;
  table.captureEventProfilingInfo = captureEventProfilingInfo;
  table.defaultQueue = defaultQueue;
}

} // namespace weft::device_queue
