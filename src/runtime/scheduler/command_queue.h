// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command-queues and the command graph (OpenCL 3.0 API 5.1 Command-Queues, 5.11 Event Objects).
#pragma once

#include "objects/queue_object.h"
#include "scheduler/command_node.h"
#include "scheduler/node_pool.h"
#include "support/mutex.h"

#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

namespace weft::runtime {

class Executor;

/// A host command-queue.
///
/// Its commands form a list in the order of their enqueues; "all commands before it are complete"
/// is the same as "it is the head of the list". A command whose last dependency is gone is *ready*,
/// and whichever thread drains the queue takes ready commands one after the other: for an in-order
/// queue there is only ever one. Commands are first *deferred*: nobody is woken for them. A thread
/// that waits (clFinish, clWaitForEvents, blocking calls) drains the queue itself. clFlush, an
/// event of the queue that something else waits for, and much pending work make the queue *active*:
/// until it is empty, ready commands that no thread drains get one from the device's arena.
class CommandQueue final : public QueueObject {
public:
  CommandQueue(Context &context, Device &device, cl_command_queue_properties properties,
               std::vector<cl_queue_properties> propertyList);
  ~CommandQueue();

  /// clSetCommandQueueProperty (OpenCL 1.0); call it when the queue is empty.
  using QueueObject::changeProperties;
  bool isInOrder() const { return !(properties() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE); }
  bool isProfiled() const { return properties() & CL_QUEUE_PROFILING_ENABLE; }

  /// A command in the making, given back to the queue if it is not enqueued.
  class Pending {
  public:
    Pending(Pending &&other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
    ~Pending() {
      if (node_)
        node_->queue->discard(node_);
    }

  private:
    friend class CommandQueue;
    explicit Pending(CommandNode *node) : node_(node) {}
    CommandNode *node_;
  };

  /// Makes a command of class C in the queue's memory.
  template <class C, class... Arguments> Pending make(Arguments &&...arguments) {
    Pending pending(allocateNode(sizeof(C)));
    pending.node_->command =
        new (NodePool::storage(pending.node_)) C(std::forward<Arguments>(arguments)...);
    return pending;
  }

  /// Enqueues; `ordering` matters to markers and barriers only. With `eventOut`, it is given an
  /// event that the caller owns as the application does.
  void enqueue(Pending pending, std::span<Event *const> waitList, cl_event *eventOut,
               Ordering ordering = Ordering::Plain);
  /// Enqueues and waits until the command is complete; returns its status. Gives no event where
  /// that is an error: "if event is NULL or the enqueue is unsuccessful, no event will be created".
  cl_int enqueueAndWait(Pending pending, std::span<Event *const> waitList, cl_event *eventOut);

  void flush() noexcept override;
  void waitFor(Event &event) noexcept override;
  /// Returns when all commands enqueued so far are complete.
  void finish() noexcept;

  /// Ends a command whose run() said CL_RUNNING, with its final status.
  void complete(CommandNode &node, cl_int status) noexcept;

private:
  /// What a thread that drains the queue waits for: one of these.
  struct Target {
    Event *event = nullptr;
    const Completion *completion = nullptr;
    std::uint64_t sequence = 0; ///< all commands up to this one
  };

  CommandNode *allocateNode(size_t commandBytes);
  void discard(CommandNode *node) noexcept;
  void link(CommandNode &node, std::span<Event *const> waitList, Ordering ordering);
  static void dependencyResolved(Dependent &self, cl_int status) noexcept;
  void resolve(CommandNode &node) noexcept;

  bool isReached(const Target &target) const WEFT_REQUIRES(mutex_);
  void makeReady(CommandNode &node) WEFT_REQUIRES(mutex_);
  CommandNode *takeReady() WEFT_REQUIRES(mutex_);
  void release(CommandNode &node, bool &flag) WEFT_REQUIRES(mutex_);
  void activate() WEFT_REQUIRES(mutex_);
  /// How many threads of the arena to start(), counted as drainers already.
  unsigned missingDrainers() WEFT_REQUIRES(mutex_);
  void start(unsigned drainers) noexcept;
  /// Takes a complete command out of the graph. The caller drops the event when it holds no lock.
  Ref<Event> retire(CommandNode &node, cl_int status) WEFT_REQUIRES(mutex_);

  /// Runs a command that is ready; CL_RUNNING if it completes later.
  cl_int run(CommandNode &node) noexcept;
  /// Makes a command's end visible in its event.
  void conclude(CommandNode &node, cl_int status) noexcept;
  void drainUntil(const Target &target) noexcept;
  static void drainTask(void *self);
  void drainOnWorker() noexcept;

  const std::shared_ptr<Executor> executor_;

  Mutex mutex_;
  NodePool pool_ WEFT_GUARDED_BY(mutex_);
  /// All commands that are not complete, in the order of their enqueues. While there is one, the
  /// queue holds a reference to itself.
  CommandNode *first_ WEFT_GUARDED_BY(mutex_) = nullptr;
  CommandNode *last_ WEFT_GUARDED_BY(mutex_) = nullptr;
  /// From here on commands are CL_QUEUED; null if all have been submitted.
  CommandNode *firstDeferred_ WEFT_GUARDED_BY(mutex_) = nullptr;
  /// The youngest barrier that is not complete (out-of-order queues).
  CommandNode *lastBarrier_ WEFT_GUARDED_BY(mutex_) = nullptr;
  CommandNode *readyFirst_ WEFT_GUARDED_BY(mutex_) = nullptr;
  CommandNode *readyLast_ WEFT_GUARDED_BY(mutex_) = nullptr;
  std::uint64_t nextSequence_ WEFT_GUARDED_BY(mutex_) = 1;
  std::uint64_t expectedNanoseconds_ WEFT_GUARDED_BY(mutex_) = 0; ///< of all in the list
  /// The lowest sequence that a sleeping clFinish waits for.
  std::uint64_t wakeSequence_ WEFT_GUARDED_BY(mutex_) = UINT64_MAX;
  std::uint32_t count_ WEFT_GUARDED_BY(mutex_) = 0;
  std::uint32_t readyCount_ WEFT_GUARDED_BY(mutex_) = 0;
  /// Threads that take ready commands, or are on their way; and those of them that run one.
  std::uint32_t drainers_ WEFT_GUARDED_BY(mutex_) = 0;
  std::uint32_t busy_ WEFT_GUARDED_BY(mutex_) = 0;
  /// Threads in drainUntil() that sleep, and look for ready commands when woken.
  std::uint32_t sleepers_ WEFT_GUARDED_BY(mutex_) = 0;
  bool active_ WEFT_GUARDED_BY(mutex_) = false;
};

} // namespace weft::runtime
