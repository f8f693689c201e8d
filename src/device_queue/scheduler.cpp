// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads come and go, take commands and run them. Nothing here recurses: a command that ends makes
// others ready, and they lie in a deque until the loop in work() takes them.
#include "scheduler.h"

#include "clock.h"

#include <algorithm>
#include <new>
#include <sys/mman.h>
#include <utility>

namespace weft::device_queue {
namespace {

/// CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST: the command was not run.
constexpr std::int32_t kTerminated = -14;

void *reserve(std::size_t bytes) noexcept {
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

std::uint32_t nextId() {
  static Atomic<std::uint32_t> next{1};
  return next.fetch_add(1, std::memory_order_relaxed) & 0xFFF;
}

/// Of the calling thread: the worker it was last, which has its memory in the cache.
thread_local std::uint32_t lastNumber = 0;

} // namespace

void resolve(Command &command, std::int32_t status, Worker &worker) noexcept {
  if (status < 0)
    command.failure.store(status, std::memory_order_relaxed); // published by the next line
  // Acquire and release: whoever takes the last one away has seen what the others have.
  if (command.waiting.fetch_sub(1, std::memory_order_acq_rel) == 1)
    worker.deque.push(&command);
}

Scheduler::Scheduler(Driver &driver, const Limits &limits)
    : driver_(driver), limits_(limits), id_(nextId()) {
  void *memory = reserve(sizeof(Event) * kMaxEvents);
  if (!memory)
    throw std::bad_alloc();
  events_ = static_cast<Event *>(memory);
}

Scheduler::~Scheduler() {
  for (std::uint32_t i = 0; i < workerCount_.load(std::memory_order_acquire); ++i) {
    Worker *worker = workers_[i].load(std::memory_order_acquire);
    munmap(worker->cells, kDequeCells * sizeof *worker->cells);
    delete worker;
  }
  munmap(events_, sizeof(Event) * kMaxEvents);
}

// Queues and events --------------------------------------------------------------------------

Queue *Scheduler::openQueue(std::uint32_t bytes, bool isProfiled) {
  // Whole words of the pool, and no queue so small that it is of no use.
  bytes = (std::max(bytes, kMinQueueBytes) + 64 * kBlockBytes - 1) / (64 * kBlockBytes) *
          (64 * kBlockBytes);
  std::lock_guard lock(mutex_);
  Queue *place = nullptr;
  std::uint64_t all = bytes;
  for (Queue &queue : queues_)
    if (!queue.isFree())
      all += queue.bytes();
    else if (!place || queue.bytes() == bytes)
      place = &queue;
  if (!place || all > kAllQueueBytes)
    return nullptr;
  place->open(bytes, isProfiled);
  return place;
}

Queue *Scheduler::findQueue(void *handle) noexcept {
  auto offset =
      reinterpret_cast<std::uintptr_t>(handle) - reinterpret_cast<std::uintptr_t>(queues_);
  if (offset >= sizeof queues_ || offset % sizeof(Queue) != 0)
    return nullptr;
  Queue &queue = queues_[offset / sizeof(Queue)];
  return queue.isOpen() ? &queue : nullptr;
}

Event *Scheduler::takeEvent(Worker &worker) noexcept {
  std::uint32_t block = eventPool_.take(1, worker.eventHint);
  if (block == BlockPool::kNone)
    return nullptr;
  Event *event = events_ + block;
  if (!event->generation()) // fresh from the system
    new (event) Event;
  return event;
}

void Scheduler::giveEvent(Event &event) noexcept {
  eventPool_.give(std::uint32_t(&event - events_), 1);
}

void *Scheduler::handleOf(const Event &event) const noexcept {
  // Never CLK_NULL_EVENT, which is all ones, nor null.
  std::uint64_t low = std::uint64_t(&event - events_) | std::uint64_t(id_) << 20;
  return reinterpret_cast<void *>(std::uint64_t(event.generation()) << 32 | low);
}

Event *Scheduler::findEvent(const void *handle) noexcept {
  auto value = reinterpret_cast<std::uintptr_t>(handle);
  std::uint32_t index = value & 0xFFFFF;
  if (index >= kMaxEvents || (value >> 20 & 0xFFF) != id_)
    return nullptr;
  Event &event = events_[index];
  std::uint32_t generation = std::uint32_t(value >> 32);
  return generation && event.generation() == generation ? &event : nullptr;
}

// Workers ------------------------------------------------------------------------------------

Worker *Scheduler::enter() noexcept {
  std::uint32_t count = workerCount_.load(std::memory_order_acquire);
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t number = (lastNumber + i) % count;
    Worker *worker = workers_[number].load(std::memory_order_relaxed);
    if (!worker->isTaken.load(std::memory_order_relaxed) &&
        !worker->isTaken.exchange(true, std::memory_order_acquire)) {
      lastNumber = number;
      return worker;
    }
  }
  return makeWorker();
}

Worker *Scheduler::makeWorker() noexcept {
  std::lock_guard lock(mutex_);
  std::uint32_t number = workerCount_.load(std::memory_order_relaxed);
  if (number == kMaxWorkers)
    return nullptr;
  auto *cells = static_cast<Atomic<Command *> *>(reserve(kDequeCells * sizeof(Atomic<Command *>)));
  if (!cells)
    return nullptr;
  auto *worker = new (std::nothrow) Worker(*this, number, cells, kDequeCells);
  if (!worker) {
    munmap(cells, kDequeCells * sizeof *cells);
    return nullptr;
  }
  workers_[number].store(worker, std::memory_order_relaxed);
  workerCount_.store(number + 1, std::memory_order_release); // with the worker in its place
  lastNumber = number;
  return worker;
}

void Scheduler::leave(Worker &worker) noexcept {
  // Somebody else must come for what is left, or it stays here.
  while (worker.deque.size() && !driver_.summon())
    work(worker, nullptr, 0);
  worker.isTaken.store(false, std::memory_order_release);
}

bool Scheduler::hasWork() const noexcept {
  std::uint32_t count = workerCount_.load(std::memory_order_acquire);
  for (std::uint32_t i = 0; i < count; ++i)
    if (workers_[i].load(std::memory_order_relaxed)->deque.size())
      return true;
  return false;
}

Command *Scheduler::steal(Worker &thief) noexcept {
  std::uint32_t count = workerCount_.load(std::memory_order_acquire);
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t number = (thief.stealHint + i) % count;
    Worker &victim = *workers_[number].load(std::memory_order_relaxed);
    while (victim.deque.size())
      if (Command *command = victim.deque.steal()) {
        thief.stealHint = number;
        return command;
      }
  }
  return nullptr;
}

void Scheduler::work(Worker &worker, const Root *root, std::uint64_t deadline) noexcept {
  for (std::uint32_t turn = 0;; ++turn) {
    Command *command = worker.deque.take();
    if (!command) {
      worker.settle(nullptr);
      if (root && root->isAlone())
        return;
      command = worker.deque.take(); // what the settling has made ready
      if (!command)
        command = steal(worker);
      if (!command)
        return;
    }
    run(worker, *command);
    if (deadline && turn % 8 == 7 && nanosecondsNow() > deadline)
      break;
  }
  worker.settle(nullptr);
}

void Scheduler::run(Worker &worker, Command &command) noexcept {
  worker.settle(command.launch.counted);
  Event *event = command.event;
  bool isProfiled = event && event->isProfiled();
  if (isProfiled)
    event->started = nanosecondsNow();
  std::int32_t status = command.failure.load(std::memory_order_relaxed) < 0 ? kTerminated : 0;
  if (command.launch.kernel && status == 0) {
    ChildLaunch child{&command.launch, &command.range, command.arguments(), command.localBytes};
    if (std::uint64_t others = worker.deque.size())
      driver_.offer(child, others);
    status = driver_.run(child);
  }
  if (isProfiled)
    event->ended = nanosecondsNow();
  endRun(worker, command.launch);
  Completion *counted = command.launch.counted;
  command.queue->give(command);
  if (event)
    event->endRun(status, &worker);
  else if (status < 0)
    Completion::giveBack(counted, status, &worker);
  else
    worker.owe(counted);
}

// What the runtime calls ---------------------------------------------------------------------

Scheduler *createScheduler(Driver &driver, const Limits &limits) {
  return new Scheduler(driver, limits);
}
void destroyScheduler(Scheduler *scheduler) noexcept { delete scheduler; }
Queue *openQueue(Scheduler &scheduler, std::uint32_t bytes, bool isProfiled) {
  return scheduler.openQueue(bytes, isProfiled);
}
void closeQueue(Queue &queue) noexcept { queue.close(); }
Worker *enter(Scheduler &scheduler) noexcept { return scheduler.enter(); }
void leave(Worker &worker) noexcept { worker.scheduler().leave(worker); }
bool hasWork(const Scheduler &scheduler) noexcept { return scheduler.hasWork(); }
void work(Worker &worker, const Root *root, std::uint64_t deadline) noexcept {
  worker.scheduler().work(worker, root, deadline);
}

void endWorkGroups(Worker &worker) noexcept {
  for (Command *command = std::exchange(worker.afterGroups, nullptr); command;) {
    Command *next = command->next;
    resolve(*command, 0, worker);
    command = next;
  }
}

void endRun(Worker &worker, Launch &launch) noexcept {
  // Relaxed: all who add are work-items of the launch, and they have ended.
  if (!launch.afterRun.load(std::memory_order_relaxed))
    return;
  // Acquire, with the release of who added the command.
  for (Command *command = launch.afterRun.exchange(nullptr, std::memory_order_acquire); command;) {
    Command *next = command->next;
    resolve(*command, 0, worker);
    command = next;
  }
}

} // namespace weft::device_queue
