// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order in which commands run.
#include "queue_fixture.h"

#include <atomic>
#include <random>
#include <thread>

namespace weft::runtime::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class CommandGraph : public SchedulerTest {};

TEST_F(CommandGraph, InOrderQueueRunsCommandsInTheOrderOfTheirEnqueues) {
  auto queue = makeQueue();
  std::vector<int> order;
  for (int i = 0; i < 1000; ++i)
    queue->enqueue(queue->make<FunctionCommand>([&order, i] {
      order.push_back(i);
      return CL_COMPLETE;
    }),
                   {}, nullptr);
  queue->finish();
  ASSERT_EQ(order.size(), 1000u);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST_F(CommandGraph, SmallCommandsWaitForSomebodyWhoWaits) {
  auto queue = makeQueue();
  std::thread::id runner;
  queue->enqueue(queue->make<FunctionCommand>([&] {
    runner = std::this_thread::get_id();
    return CL_COMPLETE;
  }),
                 {}, nullptr);
  queue->finish();
  EXPECT_EQ(runner, std::this_thread::get_id()) << "a thread was woken for nothing";
}

TEST_F(CommandGraph, FlushedCommandsRunByThemselves) {
  auto queue = makeQueue();
  std::atomic<bool> hasRun{false};
  queue->enqueue(queue->make<FunctionCommand>([&] {
    hasRun = true;
    hasRun.notify_one();
    return CL_COMPLETE;
  }),
                 {}, nullptr);
  queue->flush();
  hasRun.wait(false);
  queue->finish();
}

TEST_F(CommandGraph, MuchPendingWorkRunsByItself) {
  auto queue = makeQueue();
  std::atomic<bool> hasRun{false};
  queue->enqueue(queue->make<FunctionCommand>(
                     [&] {
                       hasRun = true;
                       hasRun.notify_one();
                       return CL_COMPLETE;
                     },
                     10'000'000),
                 {}, nullptr);
  hasRun.wait(false);
  queue->finish();
}

TEST_F(CommandGraph, WhatAnotherQueueWaitsForRunsWithoutAFlush) {
  auto first = makeQueue(), second = makeQueue();
  OwnedEvent event = enqueueEmpty(*first);
  OwnedEvent after = enqueueEmpty(*second, {event.get()});
  after->wait();
  EXPECT_EQ(event->status(), CL_COMPLETE);
}

TEST_F(CommandGraph, CommandWaitsForAUserEventThenRunsByItselfOnceFlushed) {
  auto queue = makeQueue();
  OwnedEvent gate = userEvent();
  std::atomic<bool> hasRun{false};
  OwnedEvent event = enqueue(*queue,
                             [&] {
                               hasRun = true;
                               hasRun.notify_one();
                               return CL_COMPLETE;
                             },
                             {gate.get()});
  queue->flush();
  EXPECT_EQ(event->status(), CL_SUBMITTED);
  EXPECT_FALSE(hasRun);
  EXPECT_TRUE(gate->completeByUser(CL_COMPLETE));
  EXPECT_FALSE(gate->completeByUser(CL_COMPLETE)) << "a status is set once";
  hasRun.wait(false);
  event->wait();
}

TEST_F(CommandGraph, OutOfOrderCommandsPassOneThatWaits) {
  auto queue = makeQueue(kOutOfOrder);
  OwnedEvent gate = userEvent();
  OwnedEvent held = enqueueEmpty(*queue, {gate.get()});
  OwnedEvent free = enqueueEmpty(*queue);
  free->wait();
  EXPECT_GT(held->status(), CL_COMPLETE);
  gate->completeByUser(CL_COMPLETE);
  queue->finish();
  EXPECT_EQ(held->status(), CL_COMPLETE);
}

TEST_F(CommandGraph, BarrierHoldsBackWhatFollowsAndWaitsForWhatPrecedes) {
  auto queue = makeQueue(kOutOfOrder);
  OwnedEvent gate = userEvent();
  OwnedEvent before = enqueueEmpty(*queue, {gate.get()});
  OwnedEvent barrier = enqueueEmpty(*queue, {}, Ordering::FullBarrier);
  OwnedEvent after = enqueueEmpty(*queue);
  queue->flush();
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_GT(barrier->status(), CL_COMPLETE);
  EXPECT_GT(after->status(), CL_COMPLETE);
  gate->completeByUser(CL_COMPLETE);
  after->wait();
  EXPECT_EQ(before->status(), CL_COMPLETE);
  EXPECT_EQ(barrier->status(), CL_COMPLETE);
}

TEST_F(CommandGraph, BarrierWithAWaitListDoesNotWaitForWhatPrecedes) {
  auto queue = makeQueue(kOutOfOrder);
  OwnedEvent gate = userEvent(), other = userEvent();
  OwnedEvent before = enqueueEmpty(*queue, {gate.get()});
  OwnedEvent barrier = enqueueEmpty(*queue, {other.get()}, Ordering::Barrier);
  OwnedEvent after = enqueueEmpty(*queue);
  OwnedEvent second = enqueueEmpty(*queue, {}, Ordering::Barrier);
  OwnedEvent last = enqueueEmpty(*queue);
  other->completeByUser(CL_COMPLETE);
  last->wait();
  EXPECT_EQ(after->status(), CL_COMPLETE);
  EXPECT_GT(before->status(), CL_COMPLETE);
  gate->completeByUser(CL_COMPLETE);
  queue->finish();
}

TEST_F(CommandGraph, MarkerWithoutAWaitListWaitsForAllBeforeButHoldsNothingBack) {
  auto queue = makeQueue(kOutOfOrder);
  OwnedEvent gate = userEvent();
  OwnedEvent before = enqueueEmpty(*queue, {gate.get()});
  OwnedEvent marker = enqueueEmpty(*queue, {}, Ordering::AfterAll);
  OwnedEvent after = enqueueEmpty(*queue);
  after->wait();
  EXPECT_GT(marker->status(), CL_COMPLETE);
  gate->completeByUser(CL_COMPLETE);
  marker->wait();
  EXPECT_EQ(before->status(), CL_COMPLETE);
}

TEST_F(CommandGraph, FailureReachesAllThatWaitAndNoneOfThemRuns) {
  auto queue = makeQueue(kOutOfOrder), other = makeQueue();
  OwnedEvent gate = userEvent();
  std::atomic<int> runs{0};
  auto count = [&] {
    ++runs;
    return CL_COMPLETE;
  };
  OwnedEvent first = enqueue(*queue, count, {gate.get()});
  OwnedEvent second = enqueue(*other, count, {first.get()});
  OwnedEvent third = enqueue(*queue, count, {second.get()});
  OwnedEvent unrelated = enqueue(*queue, count);
  gate->completeByUser(-42);
  third->wait();
  for (const OwnedEvent *event : {&first, &second, &third})
    EXPECT_EQ((*event)->status(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  // Later waits see it as well.
  OwnedEvent late = enqueue(*other, count, {first.get()});
  late->wait();
  EXPECT_EQ(late->status(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  unrelated->wait();
  EXPECT_EQ(runs, 1);
}

TEST_F(CommandGraph, StatusOfAFailedCommandIsItsOwn) {
  auto queue = makeQueue();
  OwnedEvent failed = enqueue(*queue, [] { return CL_OUT_OF_RESOURCES; });
  OwnedEvent next = enqueue(*queue, [] { return CL_COMPLETE; });
  next->wait();
  EXPECT_EQ(failed->status(), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(next->status(), CL_COMPLETE) << "it did not wait for the event, only for its turn";
}

TEST_F(CommandGraph, UserEventReleasedUnsetTerminatesWhatWaits) {
  auto queue = makeQueue();
  OwnedEvent gate = userEvent();
  OwnedEvent event = enqueueEmpty(*queue, {gate.get()});
  gate = OwnedEvent();
  event->wait();
  EXPECT_EQ(event->status(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(CommandGraph, CommandIsDestroyedBeforeItsCompletionShows) {
  auto queue = makeQueue();
  auto owned = std::make_shared<int>(1);
  OwnedEvent event = enqueue(*queue, [owned] { return CL_COMPLETE; });
  queue->flush();
  event->wait();
  EXPECT_EQ(owned.use_count(), 1);
}

TEST_F(CommandGraph, QueueMayBeReleasedWhileItsCommandsRun) {
  std::atomic<int> runs{0};
  OwnedEvent event;
  {
    auto *queue = new CommandQueue(context(), device(), 0, {});
    for (int i = 0; i < 100; ++i)
      event = enqueue(*queue, [&] {
        ++runs;
        return CL_COMPLETE;
      });
    queue->releaseFromApi();
  }
  event->wait();
  EXPECT_EQ(runs, 100);
}

// OpenCL 3.0 API 4.4, pfn_notify: nothing else tells of a command that fails without an event.
TEST_F(CommandGraph, TheContextIsToldOfACommandThatFails) {
  static std::atomic<int> calls;
  static std::string message;
  calls = 0;
  auto note = [](const char *text, const void *, size_t, void *userData) {
    EXPECT_EQ(userData, &calls);
    message = text;
    ++calls;
    calls.notify_one();
  };
  auto *ours = new Context({Hold<Device>(device())}, {}, note, &calls);
  auto queue = Ref<CommandQueue>::adopt(new CommandQueue(*ours, device(), 0, {}));
  ours->releaseFromApi();
  OwnedEvent failing = enqueue(*queue, [] { return CL_OUT_OF_RESOURCES; });
  OwnedEvent waiting = enqueueEmpty(*queue, {failing.get()});
  queue->finish();
  calls.wait(0);
  EXPECT_THAT(message, ::testing::HasSubstr("-5"));
  // The next call comes after all that was said of these.
  OwnedEvent last = enqueue(*queue, [] { return CL_INVALID_OPERATION; });
  queue->finish();
  calls.wait(1);
  EXPECT_EQ(calls, 2) << "one for each failure, and none for who waited for it";
  EXPECT_THAT(message, ::testing::HasSubstr("-59"));
}

TEST_F(CommandGraph, CommandThatEndsLaterHoldsUpItsQueue) {
  auto queue = makeQueue();
  // Says that it is not over yet, as a kernel with children on a device queue does.
  struct LongCommand final : Command {
    explicit LongCommand(std::atomic<void *> &node) : Command(CL_COMMAND_TASK), node(node) {}
    cl_int run(Execution &execution) noexcept override {
      node = execution.commandNode();
      return CL_RUNNING;
    }
    std::atomic<void *> &node;
  };
  std::atomic<void *> node{nullptr};
  cl_event handle = nullptr;
  queue->enqueue(queue->make<LongCommand>(node), {}, &handle);
  OwnedEvent running(static_cast<Event *>(handle));
  bool hasRun = false;
  OwnedEvent next = enqueue(*queue, [&] {
    hasRun = true;
    return CL_COMPLETE;
  });
  queue->flush();
  while (!node)
    std::this_thread::yield();
  EXPECT_EQ(running->status(), CL_RUNNING);
  EXPECT_FALSE(hasRun);
  std::thread ender(
      [&] { queue->complete(*static_cast<CommandNode *>(node.load()), CL_COMPLETE); });
  next->wait();
  ender.join();
  EXPECT_TRUE(hasRun);
}

/// Every command notes when it ran; each must come after all it waits for.
TEST_F(CommandGraph, RandomGraphsOverSeveralQueuesKeepTheirOrder) {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    std::vector<Ref<CommandQueue>> queues;
    for (int i = 0; i < 4; ++i)
      queues.push_back(makeQueue(i % 2 ? kOutOfOrder : 0));
    constexpr int kCommands = 300;
    std::atomic<int> clock{0};
    std::vector<std::atomic<int>> ran(kCommands);
    std::vector<OwnedEvent> events;
    std::vector<std::vector<int>> waits(kCommands);
    std::vector<int> queueOf(kCommands);
    for (int i = 0; i < kCommands; ++i) {
      for (unsigned n = random() % 5; n && i; --n)
        waits[size_t(i)].push_back(int(random() % unsigned(i)));
      std::vector<Event *> list;
      for (int wait : waits[size_t(i)])
        list.push_back(events[size_t(wait)].get());
      queueOf[size_t(i)] = int(random() % 4);
      events.push_back(enqueue(
          *queues[size_t(queueOf[size_t(i)])],
          [&, i] {
            ran[size_t(i)] = ++clock;
            return CL_COMPLETE;
          },
          list));
    }
    for (auto &queue : queues)
      queue->finish();
    std::vector<int> lastOf(4, 0);
    for (int i = 0; i < kCommands; ++i) {
      int when = ran[size_t(i)];
      ASSERT_GT(when, 0);
      for (int wait : waits[size_t(i)])
        ASSERT_LT(ran[size_t(wait)], when);
      if (int queue = queueOf[size_t(i)]; queue % 2 == 0) {
        ASSERT_LT(lastOf[size_t(queue)], when) << "in-order";
        lastOf[size_t(queue)] = when;
      }
    }
  }
}

} // namespace
} // namespace weft::runtime::test
