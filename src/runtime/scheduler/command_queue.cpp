// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command graph: how commands wait, become ready, run and complete.
//
// Locks: a thread that holds a queue's mutex may take an event's, never the other way round, and
// never two queues'. Commands, completions and callbacks run with none held. Nothing here recurses:
// a completion makes other commands ready, and their queues' drainers run them.
#include "scheduler/command_queue.h"
#include "scheduler/executor.h"
#include "scheduler/node_execution.h"
#include "support/clock.h"
#include "support/fork_guard.h"

#include <algorithm>
#include <cassert>

namespace weft::runtime {
namespace {

/// Pending work that is worth waking a thread for: some times what that costs (5 to 10 us for the
/// one who is woken and for the one who wakes).
constexpr std::uint64_t kWorthWakingNanoseconds = 100'000;
/// More than this many commands are not kept waiting, however short they are.
constexpr std::uint32_t kMaxDeferred = 4096;
/// How long a worker stays with one queue while others may wait for a thread.
constexpr std::uint64_t kTurnNanoseconds = 5'000'000;

} // namespace

CommandQueue::CommandQueue(Context &context, Device &device, cl_command_queue_properties properties,
                           std::vector<cl_queue_properties> propertyList)
    : QueueObject(context, device, properties, std::move(propertyList)),
      executor_(Executor::of(device)) {}

CommandQueue::~CommandQueue() = default;

CommandNode *CommandQueue::allocateNode(size_t commandBytes) {
  void *memory;
  {
    MutexLock lock(mutex_);
    memory = pool_.reuse(commandBytes);
  }
  if (!memory)
    memory = NodePool::allocate(commandBytes);
  auto *node = new (memory) CommandNode(*this);
  node->sizeClass = NodePool::sizeClassOf(commandBytes);
  return node;
}

void CommandQueue::discard(CommandNode *node) noexcept {
  if (node->command)
    node->command->~Command();
  std::uint8_t sizeClass = node->sizeClass;
  node->~CommandNode();
  MutexLock lock(mutex_);
  if (!pool_.keep(node, sizeClass))
    NodePool::deallocate(node);
}

// Enqueue ------------------------------------------------------------------------------------

void CommandQueue::enqueue(Pending pending, std::span<Event *const> waitList, cl_event *eventOut,
                           Ordering ordering) {
  CommandNode &node = *pending.node_;
  Event *event = nullptr;
  if (eventOut) {
    event = new Event(context(), *this, node.command->type(), isProfiled());
    node.event = Ref(*event);
  }
  try {
    link(node, waitList, ordering);
  } catch (...) {
    if (event)
      event->releaseFromApi();
    throw;
  }
  pending.node_ = nullptr;
  if (eventOut)
    *eventOut = event->handle();
}

cl_int CommandQueue::enqueueAndWait(Pending pending, std::span<Event *const> waitList,
                                    cl_event *eventOut) {
  Completion completion;
  pending.node_->completion = &completion;
  cl_event event = nullptr;
  enqueue(std::move(pending), waitList, eventOut ? &event : nullptr);
  drainUntil({.completion = &completion});
  if (!event)
    return completion.status;
  if (completion.status < 0)
    static_cast<Event *>(event)->releaseFromApi();
  else
    *eventOut = event;
  return completion.status;
}

void CommandQueue::link(CommandNode &node, std::span<Event *const> waitList, Ordering ordering) {
  Dependency *dependency = node.dependencies;
  if (waitList.size() > CommandNode::kInlineDependencies) {
    node.moreDependencies = std::make_unique<Dependency[]>(waitList.size());
    dependency = node.moreDependencies.get();
  }
  // From here on nothing throws: the first dependency makes the node known to others.
  for (Event *event : waitList) {
    dependency->node = &node;
    dependency->resolved = &dependencyResolved;
    node.pending.fetch_add(1, std::memory_order_relaxed);
    cl_int status;
    if (event->addDependent(*dependency, status)) {
      // What another queue waits for must not be kept back (API 5.16 asks the application for the
      // clFlush; many forget it).
      if (event->queue() && event->queue() != this)
        event->queue()->flush();
    } else {
      node.pending.fetch_sub(1, std::memory_order_relaxed);
      if (status < 0)
        node.failure.store(status, std::memory_order_relaxed);
    }
    ++dependency;
  }

  Event *event = node.event.get();
  if (event && event->isProfiled())
    event->times().queued = nanosecondsNow();
  node.expectedNanoseconds = node.command->expectedNanoseconds();
  bool inOrder = isInOrder();
  node.ordering = inOrder ? Ordering::AfterAll : ordering;

  unsigned drainers = 0;
  {
    MutexLock lock(mutex_);
    node.sequence = nextSequence_++;
    node.previous = last_;
    if (last_) {
      last_->next = &node;
      if (waitsForAllBefore(node.ordering)) {
        node.waitsForHead = true;
        node.pending.fetch_add(1, std::memory_order_relaxed);
      }
    } else {
      first_ = &node;
      addRef();
    }
    last_ = &node;
    ++count_;
    if (lastBarrier_) {
      node.waitsForBarrier = true;
      node.pending.fetch_add(1, std::memory_order_relaxed);
    }
    if (isBarrier(node.ordering))
      lastBarrier_ = &node;
    expectedNanoseconds_ += node.expectedNanoseconds;
    if (!firstDeferred_)
      firstDeferred_ = &node;
    // Acquire: what those did who took the other dependencies away is visible to the runner.
    if (node.pending.fetch_sub(1, std::memory_order_acq_rel) == 1)
      makeReady(node);
    if (active_ || expectedNanoseconds_ > kWorthWakingNanoseconds || count_ > kMaxDeferred) {
      activate();
      drainers = missingDrainers();
    }
  }
  start(drainers);
}

// Dependencies -------------------------------------------------------------------------------

void CommandQueue::dependencyResolved(Dependent &self, cl_int status) noexcept {
  CommandNode &node = *static_cast<Dependency &>(self).node;
  if (status < 0)
    node.failure.store(status, std::memory_order_relaxed);
  if (node.pending.fetch_sub(1, std::memory_order_acq_rel) == 1)
    node.queue->resolve(node);
}

void CommandQueue::resolve(CommandNode &node) noexcept {
  Ref<CommandQueue> self(*this); // the command may be over before this returns
  unsigned drainers = 0;
  {
    MutexLock lock(mutex_);
    makeReady(node);
    if (active_)
      drainers = missingDrainers();
  }
  start(drainers);
}

void CommandQueue::release(CommandNode &node, bool &flag) {
  flag = false;
  if (node.pending.fetch_sub(1, std::memory_order_acq_rel) == 1)
    makeReady(node);
}

void CommandQueue::makeReady(CommandNode &node) {
  node.nextReady = nullptr;
  (readyLast_ ? readyLast_->nextReady : readyFirst_) = &node;
  readyLast_ = &node;
  ++readyCount_;
}

CommandNode *CommandQueue::takeReady() {
  CommandNode *node = readyFirst_;
  if (node) {
    if (firstDeferred_)
      activate(); // a worker is still here from before, and takes what has come since
    readyFirst_ = node->nextReady;
    if (!readyFirst_)
      readyLast_ = nullptr;
    --readyCount_;
    ++busy_;
  }
  return node;
}

Ref<Event> CommandQueue::retire(CommandNode &node, cl_int status) {
  bool wake = false;
  Ref<Event> event = std::move(node.event);
  if (event)
    wake = event->isAwaited;
  if (node.completion) {
    node.completion->status = status;
    node.completion->done = true;
    wake = true;
  }

  (node.previous ? node.previous->next : first_) = node.next;
  (node.next ? node.next->previous : last_) = node.previous;
  --count_;
  expectedNanoseconds_ -= node.expectedNanoseconds;
  assert(firstDeferred_ != &node && "a command runs after it is submitted");
  if (isBarrier(node.ordering)) {
    if (lastBarrier_ == &node)
      lastBarrier_ = nullptr;
    // Up to the next barrier, which has those behind it wait for itself.
    for (CommandNode *after = node.next; after; after = after->next) {
      if (after->waitsForBarrier)
        release(*after, after->waitsForBarrier);
      if (isBarrier(after->ordering))
        break;
    }
  }
  if (first_ && first_->waitsForHead)
    release(*first_, first_->waitsForHead);
  if ((first_ ? first_->sequence : nextSequence_) > wakeSequence_) {
    wakeSequence_ = UINT64_MAX;
    wake = true;
  }
  if (!first_) {
    active_ = false;
    dropRef(); // never the last one: whoever retires holds another
  }

  std::uint8_t sizeClass = node.sizeClass;
  node.~CommandNode();
  if (!pool_.keep(&node, sizeClass))
    NodePool::deallocate(&node);
  if (wake)
    executor_->ring();
  return event;
}

// Drainers -----------------------------------------------------------------------------------

void CommandQueue::activate() {
  active_ = true;
  for (CommandNode *node = std::exchange(firstDeferred_, nullptr); node; node = node->next)
    if (Event *event = node->event.get()) {
      if (event->isProfiled())
        event->times().submitted = nanosecondsNow();
      event->advance(CL_SUBMITTED);
    }
}

unsigned CommandQueue::missingDrainers() {
  // An in-order queue never has more than one command that runs or is ready.
  std::uint32_t wanted = std::min(busy_ + readyCount_, executor_->threadCount());
  if (!readyCount_ || drainers_ >= wanted)
    return 0;
  std::uint32_t missing = wanted - drainers_;
  if (sleepers_) {
    // A thread that sleeps in a wait is a drainer to be had for the same price.
    executor_->ring();
    missing -= std::min(missing, sleepers_);
  }
  drainers_ += missing;
  return missing;
}

void CommandQueue::start(unsigned drainers) noexcept {
  for (; drainers; --drainers) {
    addRef();
    if (!executor_->enqueue(&drainTask, this)) {
      // Out of memory. The next one who flushes or waits tries again.
      {
        MutexLock lock(mutex_);
        drainers_ -= drainers;
      }
      dropRef();
      return;
    }
  }
}

cl_int CommandQueue::run(CommandNode &node) noexcept {
  if (node.failure.load(std::memory_order_relaxed) < 0)
    return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  if (Event *event = node.event.get()) {
    if (event->isProfiled())
      event->times().started = nanosecondsNow();
    event->advance(CL_RUNNING);
  }
  NodeExecution execution(node, *executor_);
  return node.command->run(execution);
}

void CommandQueue::conclude(CommandNode &node, cl_int status) noexcept {
  Event *event = node.event.get();
  if (event && event->isProfiled()) {
    EventTimes &times = event->times();
    times.completed = nanosecondsNow();
    // Of a command with children on a device queue, the end of its own work was noted before.
    if (!times.ended)
      times.ended = times.completed;
  }
  // Whoever made it wait for what failed knows of that.
  if (status < 0 && status != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
    context().notifyOfFailure(node.command->type(), status);
  node.command->~Command();
  node.command = nullptr;
  if (event)
    event->complete(status);
}

void CommandQueue::complete(CommandNode &node, cl_int status) noexcept {
  Ref<CommandQueue> self(*this);
  conclude(node, status);
  unsigned drainers = 0;
  Ref<Event> event;
  {
    MutexLock lock(mutex_);
    event = retire(node, status);
    if (active_)
      drainers = missingDrainers();
  }
  start(drainers);
}

bool CommandQueue::isReached(const Target &target) const {
  if (target.event)
    return target.event->isComplete();
  if (target.completion)
    return target.completion->done;
  return !first_ || first_->sequence > target.sequence;
}

void CommandQueue::drainUntil(const Target &target) noexcept {
  Ref<CommandQueue> self(*this);
  Ref<Event> event; // of the command before, let go while no lock is held
  unsigned missing = 0;
  {
    MutexLock lock(mutex_);
    if (isReached(target))
      return;
    activate();
    ++drainers_;
    while (!isReached(target)) {
      if (CommandNode *node = takeReady()) {
        missing = missingDrainers();
        lock.unlock();
        event = Ref<Event>();
        start(std::exchange(missing, 0));
        cl_int status = run(*node);
        if (status != CL_RUNNING)
          conclude(*node, status);
        lock.lock();
        --busy_;
        if (status != CL_RUNNING)
          event = retire(*node, status);
        continue;
      }
      // Other threads have what is ready. Lend them a hand, or sleep.
      lock.unlock();
      event = Ref<Event>();
      bool hasHelped = executor_->helpBriefly();
      if (hasHelped) {
        lock.lock();
        continue;
      }
      Executor::Sleeper sleeper(*executor_);
      lock.lock();
      if (readyCount_ || isReached(target))
        continue;
      if (target.event)
        target.event->isAwaited = true;
      else if (!target.completion)
        wakeSequence_ = std::min(wakeSequence_, target.sequence);
      --drainers_;
      ++sleepers_;
      lock.unlock();
      if (!executor_->helpBriefly())
        sleeper.sleep();
      lock.lock();
      --sleepers_;
      ++drainers_;
    }
    --drainers_;
    if (active_)
      missing = missingDrainers();
  }
  start(missing);
}

void CommandQueue::drainTask(void *self) {
  auto queue = Ref<CommandQueue>::adopt(static_cast<CommandQueue *>(self));
  queue->drainOnWorker();
}

void CommandQueue::drainOnWorker() noexcept {
  std::uint64_t turnEnds = 0;
  Ref<Event> event;
  unsigned missing = 0;
  {
    MutexLock lock(mutex_);
    while (CommandNode *node = takeReady()) {
      missing = missingDrainers();
      lock.unlock();
      event = Ref<Event>();
      start(std::exchange(missing, 0));
      std::uint64_t now = nanosecondsNow();
      if (!turnEnds)
        turnEnds = now + kTurnNanoseconds;
      cl_int status = run(*node);
      if (status != CL_RUNNING)
        conclude(*node, status);
      lock.lock();
      --busy_;
      if (status != CL_RUNNING)
        event = retire(*node, status);
      if (now > turnEnds)
        break; // to the end of the arena's line
    }
    --drainers_;
    if (active_)
      missing = missingDrainers();
  }
  start(missing);
}

// Waiting ------------------------------------------------------------------------------------

void CommandQueue::flush() noexcept {
  if (fork_guard::threadsLost.load(std::memory_order_relaxed))
    return;
  unsigned drainers = 0;
  {
    MutexLock lock(mutex_);
    if (!first_)
      return;
    activate();
    drainers = missingDrainers();
  }
  start(drainers);
}

void CommandQueue::waitFor(Event &event) noexcept { drainUntil({.event = &event}); }

void CommandQueue::finish() noexcept {
  std::uint64_t last;
  {
    MutexLock lock(mutex_);
    if (!first_)
      return;
    last = last_->sequence;
  }
  drainUntil({.sequence = last});
}

} // namespace weft::runtime
