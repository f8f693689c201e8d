// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Wait lists, user events and captures, through the functions that kernels call, with a second
// thread that runs what is ready meanwhile.
#include "explorer/explorer.h"
#include "scheduler.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>

namespace weft::device_queue {
namespace {

class TestDriver final : public Driver {
public:
  std::string order; ///< names of the commands that were run
  std::int32_t run(const ChildLaunch &child) noexcept override {
    const char *literal;
    std::memcpy(&literal, child.arguments, sizeof literal);
    order += literal[kName];
    return 0;
  }
  void offer(const ChildLaunch &, std::uint64_t) noexcept override {}
  bool summon() noexcept override { return false; }
  static constexpr std::size_t kName = 16;
};

class TestRoot final : public Root {
public:
  int completed = 0;
  std::int32_t status = 1;

private:
  bool onComplete(std::int32_t with, Worker *) noexcept override {
    ++completed;
    status = with;
    return false;
  }
};

class EventsModel : public testing::Test {
protected:
  EventsModel() { addFunctions(functions); }

  void reset() {
    // Anew, for an execution may be given up anywhere.
    driver.order.clear();
    scheduler = std::make_unique<Scheduler>(driver, Limits{4096, 1 << 18});
    for (WeftWorkerState &each : workers)
      each.executor = scheduler->enter();
    queue = scheduler->openQueue(kMinQueueBytes, true);
    root.~TestRoot();
    new (&root) TestRoot;
    root.begin();
    root.launch.kernel = &kernel;
    launch.command = &root.launch;
    first = second = nullptr;
  }
  std::int32_t enqueue(int worker, char name, std::uint32_t waits, void *const *list,
                       void **eventOut) {
    alignas(8) char literal[24] = {};
    literal[TestDriver::kName] = name;
    WeftNDRange range{1, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}};
    WeftEnqueueKernel request{queue, &range, &kernel, literal, sizeof literal, 8,       nullptr,
                              0,     0,      waits,   0,       list,           eventOut};
    return functions.enqueueKernel(&launch, &workers[worker], &request);
  }
  Worker &worker(int number) { return *static_cast<Worker *>(workers[number].executor); }
  void work(int number) { scheduler->work(worker(number), nullptr, 0); }

  void expectRight(std::function<void()> setUp, std::vector<std::function<void()>> threads,
                   std::function<void()> check) {
    explorer::Result result = explorer::explore({[&] {
                                                   reset();
                                                   setUp();
                                                 },
                                                 std::move(threads),
                                                 [&] {
                                                   work(0);
                                                   work(1);
                                                   Completion::giveBack(&root, 0, &worker(0));
                                                   if (root.completed != 1)
                                                     explorer::fail("the root did not complete");
                                                   check();
                                                   queue->close();
                                                   if (!queue->isFree())
                                                     explorer::fail("memory of the queue is lost");
                                                   queue->open(queue->bytes(), true);
                                                 }});
    EXPECT_EQ(result.failure, "");
    EXPECT_TRUE(result.isComplete) << "after " << result.executions;
    RecordProperty("executions", int(result.executions));
  }
  void expectOrder(const std::string &order) {
    if (driver.order != order)
      explorer::fail("ran " + driver.order + " and not " + order);
  }

  WeftRuntimeFunctions functions{};
  TestDriver driver;
  std::unique_ptr<Scheduler> scheduler;
  Queue *queue = nullptr;
  WeftKernelDescriptor kernel{};
  TestRoot root;
  WeftLaunchState launch{};
  WeftWorkerState workers[2] = {};
  void *first = nullptr, *second = nullptr;
  std::uint64_t times[2] = {};
};

// A command is run, and completes its event, while another is enqueued that waits for that.
TEST_F(EventsModel, WaitingForWhatEndsMeanwhile) {
  expectRight([&] { enqueue(0, 'a', 0, nullptr, &first); },
              {[&] {
                 enqueue(0, 'b', 1, &first, nullptr);
                 functions.releaseEvent(&launch, &workers[0], first);
               },
               [&] { work(1); }},
              [&] { expectOrder("ab"); });
}

TEST_F(EventsModel, AUserEventIsSetWhileSomebodyStartsToWait) {
  expectRight([&] { first = functions.createUserEvent(&launch, &workers[0]); },
              {[&] { enqueue(0, 'a', 1, &first, nullptr); },
               [&] { functions.setUserEventStatus(&launch, &workers[1], first, 0); }},
              [&] {
                expectOrder("a");
                functions.releaseEvent(&launch, &workers[0], first);
                if (functions.isValidEvent(&launch, &workers[0], first))
                  explorer::fail("the event is lost");
              });
}

TEST_F(EventsModel, AnErrorReachesWhoWaitsWheneverItComes) {
  expectRight([&] { first = functions.createUserEvent(&launch, &workers[0]); },
              {[&] { enqueue(0, 'a', 1, &first, nullptr); },
               [&] { functions.setUserEventStatus(&launch, &workers[1], first, -6); }},
              [&] {
                expectOrder("");
                if (root.status >= 0)
                  explorer::fail("the error is lost");
                functions.releaseEvent(&launch, &workers[1], first);
              });
}

TEST_F(EventsModel, TwoThingsToWaitForEndAtOnce) {
  void *both[2];
  expectRight(
      [&] {
        both[0] = functions.createUserEvent(&launch, &workers[0]);
        both[1] = functions.createUserEvent(&launch, &workers[0]);
        enqueue(0, 'a', 2, both, nullptr);
      },
      {[&] { functions.setUserEventStatus(&launch, &workers[0], both[0], 0); },
       [&] {
         functions.setUserEventStatus(&launch, &workers[1], both[1], 0);
         work(1);
       }},
      [&] {
        expectOrder("a");
        for (void *event : both)
          functions.releaseEvent(&launch, &workers[0], event);
      });
}

TEST_F(EventsModel, ACaptureIsWrittenWhenItsCommandCompletes) {
  expectRight(
      [&] {
        times[0] = times[1] = 7;
        enqueue(0, 'a', 0, nullptr, &first);
      },
      {[&] {
         functions.captureEventProfilingInfo(&launch, &workers[0], first, 1, times);
         functions.releaseEvent(&launch, &workers[0], first);
       },
       [&] { work(1); }},
      [&] {
        if (times[0] > times[1])
          explorer::fail("complete before it ended");
        if (times[0] == 7 && times[1] == 7)
          explorer::fail("nothing was written");
      });
}

} // namespace
} // namespace weft::device_queue
