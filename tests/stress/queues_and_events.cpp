// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many threads on the same queues, events and buffers, through the C API. Written for
// ThreadSanitizer, and no kernel is compiled, so that it sees the runtime and nothing else.
#include "support/opencl_test.h"

#include <atomic>
#include <numeric>
#include <random>
#include <thread>

namespace weft::test {
namespace {

class QueuesAndEvents : public OpenClTest {
protected:
  static constexpr int kThreads = 4;

  template <class Body> static void onThreads(Body body) {
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread)
      threads.emplace_back([&body, thread] { body(thread); });
    for (std::thread &thread : threads)
      thread.join();
  }
  Event marker(cl_command_queue queue, const std::vector<cl_event> &waits = {}) const {
    Event event;
    check(clEnqueueMarkerWithWaitList(queue, cl_uint(waits.size()),
                                      waits.empty() ? nullptr : waits.data(), event.out()),
          "clEnqueueMarkerWithWaitList");
    return event;
  }
  static void wait(cl_event event) { check(clWaitForEvents(1, &event), "clWaitForEvents"); }
};

TEST_F(QueuesAndEvents, ThreadsShareAnInOrderQueue) {
  auto target = buffer<cl_int>(kThreads);
  onThreads([&](int thread) {
    for (cl_int value = 0; value < 300; ++value) {
      Event written;
      size_t offset = size_t(thread) * sizeof value;
      check(clEnqueueWriteBuffer(queue(), target, CL_FALSE, offset, sizeof value, &value, 0,
                                 nullptr, written.out()),
            "clEnqueueWriteBuffer");
      if (value % 7 == 0)
        check(clFlush(queue()), "clFlush");
      if (value % 3 == 0)
        check(clFinish(queue()), "clFinish");
      else
        wait(written);
      cl_int back = -1;
      check(clEnqueueReadBuffer(queue(), target, CL_TRUE, offset, sizeof back, &back, 0, nullptr,
                                nullptr),
            "clEnqueueReadBuffer");
      ASSERT_EQ(back, value);
    }
  });
}

TEST_F(QueuesAndEvents, ThreadsEnqueueOutOfOrderBehindEachOthersEvents) {
  Queue shared = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
  // Hand-over places: each thread waits for what others left there.
  std::vector<std::atomic<cl_event>> places(8);
  onThreads([&](int thread) {
    std::mt19937 random{unsigned(thread)};
    for (int i = 0; i < 300; ++i) {
      std::vector<Event> taken;
      std::vector<cl_event> waits;
      for (int n = int(random() % 3); n; --n)
        if (cl_event event = places[random() % places.size()].exchange(nullptr)) {
          taken.emplace_back(event);
          waits.push_back(event);
        }
      Event mine = marker(shared, waits);
      if (random() % 8 == 0)
        check(clEnqueueBarrier(shared), "clEnqueueBarrier");
      if (random() % 4 == 0)
        wait(mine);
      if (cl_event old = places[random() % places.size()].exchange(mine.detach()))
        clReleaseEvent(old);
    }
  });
  check(clFinish(shared), "clFinish");
  for (auto &place : places)
    if (cl_event event = place) {
      EXPECT_EQ(status(event), CL_COMPLETE);
      clReleaseEvent(event);
    }
}

TEST_F(QueuesAndEvents, UserEventsOpenGatesForThreadsThatWait) {
  for (int round = 0; round < 50; ++round) {
    UserEvent gate = userEvent();
    std::atomic<int> ready{0};
    onThreads([&](int thread) {
      Queue own = makeQueue(thread % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
      Event behind = marker(own, {gate.get()});
      Event next = marker(thread % 3 ? own : queue(), {behind.get()});
      if (++ready == kThreads)
        gate.complete();
      wait(next);
      EXPECT_EQ(status(behind), CL_COMPLETE);
    });
  }
}

TEST_F(QueuesAndEvents, CallbacksOfAllThreadsAreCalledOnce) {
  std::atomic<int> calls{0};
  auto count = [](cl_event, cl_int status, void *counter) {
    if (status == CL_COMPLETE)
      ++*static_cast<std::atomic<int> *>(counter);
  };
  onThreads([&](int) {
    for (int i = 0; i < 200; ++i) {
      Event event = marker(queue());
      check(clSetEventCallback(event, CL_COMPLETE, count, &calls), "clSetEventCallback");
    }
  });
  finish();
  while (calls < kThreads * 200)
    std::this_thread::yield();
}

TEST_F(QueuesAndEvents, LargeCopiesOnSeveralQueuesAtOnce) {
  constexpr size_t kInts = 2 << 20;
  std::vector<cl_int> values(kInts);
  std::iota(values.begin(), values.end(), 0);
  auto source = buffer(values);
  onThreads([&](int) {
    Queue own = makeQueue();
    auto target = buffer<cl_int>(kInts);
    check(clEnqueueCopyBuffer(own, source, target, 0, 0, target.bytes(), 0, nullptr, nullptr),
          "clEnqueueCopyBuffer");
    check(clFlush(own), "clFlush");
    std::vector<cl_int> back(kInts);
    check(clEnqueueReadBuffer(own, target, CL_TRUE, 0, target.bytes(), back.data(), 0, nullptr,
                              nullptr),
          "clEnqueueReadBuffer");
    EXPECT_TRUE(back == values);
  });
}

TEST_F(QueuesAndEvents, QueuesComeAndGoWhileTheirCommandsRun) {
  onThreads([&](int) {
    for (int i = 0; i < 100; ++i) {
      Event last;
      {
        Queue own = makeQueue(i % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
        for (int n = 0; n < 10; ++n)
          last = marker(own);
      }
      if (i % 3)
        wait(last);
    }
  });
}

} // namespace
} // namespace weft::test
