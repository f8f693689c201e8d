// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Long chains of events: completed, failed and released without recursion, on a stack that would
// not hold a frame for each.
#include "queue_fixture.h"

#include <pthread.h>

namespace weft::runtime::test {
namespace {

constexpr int kLength = 1'000'000;

class EventChain : public SchedulerTest {
protected:
  /// Runs on a thread with a stack of 128 KiB.
  template <class Body> static void onSmallStack(Body body) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 128 << 10);
    pthread_t thread;
    auto start = [](void *argument) -> void * {
      (*static_cast<Body *>(argument))();
      return nullptr;
    };
    ASSERT_EQ(pthread_create(&thread, &attributes, start, &body), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
  }

  /// A chain behind a user event, each command waiting for the event of the one before. All events
  /// are held to the end, or let go at once.
  void chain(cl_command_queue_properties properties, cl_int gateStatus, bool keepEvents,
             cl_int expected) {
    onSmallStack([&] {
      auto queue = makeQueue(properties);
      OwnedEvent gate = userEvent();
      std::vector<OwnedEvent> kept;
      OwnedEvent last = enqueueEmpty(*queue, {gate.get()});
      for (int i = 1; i < kLength; ++i) {
        OwnedEvent next = enqueueEmpty(*queue, {last.get()});
        if (keepEvents)
          kept.push_back(std::move(last));
        last = std::move(next);
      }
      gate->completeByUser(gateStatus);
      last->wait();
      EXPECT_EQ(last->status(), expected);
      kept.clear();
    });
  }
};

TEST_F(EventChain, OutOfOrderMillionCompletes) {
  chain(kOutOfOrder, CL_COMPLETE, true, CL_COMPLETE);
}
TEST_F(EventChain, InOrderMillionCompletesWithoutItsEventsHeld) {
  chain(0, CL_COMPLETE, false, CL_COMPLETE);
}
TEST_F(EventChain, FailureRunsThroughAMillion) {
  chain(kOutOfOrder, -1, false, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(EventChain, BackAndForthBetweenTwoQueues) {
  onSmallStack([&] {
    auto a = makeQueue(), b = makeQueue(kOutOfOrder);
    OwnedEvent last = enqueueEmpty(*a);
    for (int i = 0; i < 20'000; ++i)
      last = enqueueEmpty(i % 2 ? *a : *b, {last.get()});
    last->wait();
    EXPECT_EQ(last->status(), CL_COMPLETE);
  });
}

} // namespace
} // namespace weft::runtime::test
