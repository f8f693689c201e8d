// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL 3.0 API A.2 Multiple Host Threads: every call is thread-safe, except clSetKernelArg and
// its kin on one kernel. Here many threads share all objects and call everything at once; results
// are checked, and ThreadSanitizer checks the rest.
#include "support/enqueue_case.h"
#include "support/eventually.h"

#include <atomic>
#include <barrier>
#include <deque>
#include <mutex>
#include <random>
#include <thread>

namespace weft::test {
namespace {

using ::testing::Each;
using ::testing::Eq;

constexpr int kThreads = 4;

/// Runs `body(thread)` on all threads at the same moment; an exception in one fails the test.
template <class Body> void together(Body &&body) {
  std::barrier start(kThreads);
  std::vector<std::thread> threads;
  std::atomic<int> failures = 0;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      start.arrive_and_wait();
      try {
        body(t);
      } catch (const std::exception &error) {
        ++failures;
        ADD_FAILURE() << "thread " << t << ": " << error.what();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failures, 0);
}

constexpr const char *kAdd = "kernel void add(global int *out, int value) {"
                             "  out[get_global_id(0)] += value; }";

class ManyThreads : public OpenClTest {};

TEST_F(ManyThreads, ShareAnInOrderQueue) {
  auto out = buffer<int>(std::vector<int>(1000, 0));
  Program program = buildProgram(kAdd);
  together([&](int) {
    Kernel add = kernel(program, "add");
    add.setArgs(out, 1);
    for (int i = 0; i < 200; ++i) {
      enqueue(add, 1000);
      if (i % 50 == 0)
        finish();
    }
  });
  // Each launch is atomic with respect to the others only because the queue is in-order.
  EXPECT_THAT(read(out), Each(Eq(200 * kThreads)));
}

TEST_F(ManyThreads, ShareAnOutOfOrderQueue) {
  Queue queue = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Program program = buildProgram(kAdd);
  together([&](int thread) {
    auto out = buffer<int>(std::vector<int>(512, thread));
    Kernel add = kernel(program, "add");
    add.setArgs(out, 3);
    Event last;
    for (int i = 0; i < 100; ++i)
      last = last.get() ? enqueueOn(queue, add, 512, {last}) : enqueueOn(queue, add, 512);
    cl_event handle = last;
    std::vector<int> values(512);
    check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, out.bytes(), values.data(), 1, &handle,
                              nullptr),
          "clEnqueueReadBuffer");
    EXPECT_THAT(values, Each(Eq(thread + 300)));
  });
}

TEST_F(ManyThreads, HaveQueuesOfTheirOwnAndWaitForEachOther) {
  Program program = buildProgram(kAdd);
  auto shared = buffer<int>(std::vector<int>(64, 0));
  std::vector<Queue> queues;
  for (int t = 0; t < kThreads; ++t)
    queues.push_back(makeQueue());
  std::mutex order;
  Event previous; // the chain over all queues
  together([&](int thread) {
    Kernel add = kernel(program, "add");
    add.setArgs(shared, 1);
    for (int i = 0; i < 100; ++i) {
      std::lock_guard lock(order);
      Event next = previous.get() ? enqueueOn(queues[thread], add, 64, {previous})
                                  : enqueueOn(queues[thread], add, 64);
      check(clFlush(queues[thread]), "clFlush");
      previous = std::move(next);
    }
    check(clFinish(queues[thread]), "clFinish");
  });
  EXPECT_THAT(read(shared), Each(Eq(100 * kThreads)));
}

TEST_F(ManyThreads, CreateAndReleaseEverything) {
  together([&](int) {
    for (int i = 0; i < 50; ++i) {
      Context context = otherContext();
      cl_int status = CL_SUCCESS;
      Queue queue(clCreateCommandQueueWithProperties(context, device(), nullptr, &status));
      check(status, "clCreateCommandQueueWithProperties");
      Mem memory(clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, nullptr, &status));
      check(status, "clCreateBuffer");
      UserEvent gate(clCreateUserEvent(context, &status));
      check(status, "clCreateUserEvent");
      const int pattern = i;
      cl_event wait = gate;
      check(clEnqueueFillBuffer(queue, memory, &pattern, 4, 0, 4096, 1, &wait, nullptr),
            "clEnqueueFillBuffer");
      gate.complete();
      std::vector<int> values(1024);
      check(
          clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, 4096, values.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
      EXPECT_THAT(values, Each(Eq(i)));
    }
  });
}

TEST_F(ManyThreads, RetainAndReleaseOneObject) {
  auto memory = buffer<int>(16);
  Kernel add = buildKernel(kAdd);
  auto event = userEvent();
  together([&](int) {
    for (int i = 0; i < 2000; ++i) {
      clRetainMemObject(memory);
      clRetainKernel(add);
      clRetainEvent(event);
      clRetainCommandQueue(queue());
      clRetainContext(context());
      clReleaseContext(context());
      clReleaseCommandQueue(queue());
      clReleaseEvent(event);
      clReleaseKernel(add);
      clReleaseMemObject(memory);
    }
  });
  EXPECT_EQ(info<cl_uint>(clGetMemObjectInfo, memory.get(), cl_mem_info{CL_MEM_REFERENCE_COUNT}),
            1u);
  EXPECT_EQ(info<cl_uint>(clGetEventInfo, event.get(), cl_event_info{CL_EVENT_REFERENCE_COUNT}),
            1u);
}

TEST_F(ManyThreads, BuildProgramsAtOnce) {
  together([&](int thread) {
    for (int i = 0; i < 4; ++i) {
      const int value = thread * 100 + i;
      Kernel fill = buildKernel("kernel void fill(global int *out) { out[get_global_id(0)] = " +
                                std::to_string(value) + "; }");
      auto out = buffer<int>(64);
      fill.setArgs(out);
      Queue queue = makeQueue();
      enqueueOn(queue, fill, 64);
      std::vector<int> values(64);
      check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, out.bytes(), values.data(), 0, nullptr,
                                nullptr),
            "clEnqueueReadBuffer");
      EXPECT_THAT(values, Each(Eq(value))) << "the kernel of another program ran";
    }
  });
}

TEST_F(ManyThreads, BuildOneProgramAndQueryIt) {
  Program program = programWithSource(kAdd);
  std::atomic<int> built = 0;
  together([&](int) {
    cl_device_id target = device();
    // One may be refused while the other builds (CL_INVALID_OPERATION), or while kernels exist.
    cl_int status = clBuildProgram(program, 1, &target, "", nullptr, nullptr);
    EXPECT_TRUE(status == CL_SUCCESS || status == CL_INVALID_OPERATION) << statusName(status);
    built += status == CL_SUCCESS;
    buildLog(program);
  });
  EXPECT_GE(built, 1);
  auto out = buffer<int>(std::vector<int>(8, 1));
  Kernel add = kernel(program, "add");
  add.setArgs(out, 1);
  enqueue(add, 8);
  EXPECT_THAT(read(out), Each(Eq(2)));
}

// A query finds the executable of one build while another thread begins the next.
TEST_F(ManyThreads, QueryAProgramThatIsBuiltAgainAndAgain) {
  Program program = buildProgram("global int counter = 1; kernel void k() { ++counter; }");
  std::atomic<bool> stop = false;
  together([&](int thread) {
    if (thread == 0) {
      for (int i = 0; i < 300; ++i)
        check(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr),
              "clBuildProgram");
      stop = true;
    }
    while (!stop) {
      size_t answer = 0;
      cl_int status =
          clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof answer, &answer, nullptr);
      EXPECT_TRUE(status == CL_SUCCESS ? answer == 1 : status == CL_INVALID_PROGRAM_EXECUTABLE)
          << statusName(status);
      status = clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
                                     sizeof answer, &answer, nullptr);
      EXPECT_CL(CL_SUCCESS, status);
      EXPECT_TRUE(answer == 4 || answer == 0) << answer;
      EXPECT_EQ(info<cl_uint>(clGetProgramInfo, program.get(),
                              cl_program_info{CL_PROGRAM_REFERENCE_COUNT}),
                1u);
    }
  });
}

TEST_F(ManyThreads, SetOneUserEventOnce) {
  for (int round = 0; round < 50; ++round) {
    auto gate = userEvent();
    Event marker;
    cl_event wait = gate;
    ASSERT_SUCCESS(clEnqueueMarkerWithWaitList(queue(), 1, &wait, marker.out()));
    std::atomic<int> successes = 0;
    together([&](int) { successes += clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS; });
    // "CL_INVALID_OPERATION if the execution_status for event has already been changed"
    EXPECT_EQ(successes, 1);
    wait = marker;
    EXPECT_SUCCESS(clWaitForEvents(1, &wait));
  }
}

TEST_F(ManyThreads, CallbacksOfCommandsEnqueueMore) {
  // A callback may enqueue and flush (not wait); the chain must not deadlock or recurse.
  struct Chain {
    const OpenClTest *test;
    Kernel *kernel;
    std::atomic<int> left;
    std::atomic<bool> done = false;
    static void CL_CALLBACK next(cl_event, cl_int, void *data) {
      auto &chain = *static_cast<Chain *>(data);
      if (--chain.left <= 0) {
        chain.done = true;
        return;
      }
      Event event = chain.test->enqueue(*chain.kernel, 64);
      check(clSetEventCallback(event, CL_COMPLETE, next, data), "clSetEventCallback");
      check(clFlush(chain.test->queue()), "clFlush");
    }
  };
  auto out = buffer<int>(std::vector<int>(64, 0));
  Kernel add = buildKernel(kAdd);
  add.setArgs(out, 1);
  Chain chain{this, &add, 500};
  Event first = enqueue(add, 64);
  ASSERT_SUCCESS(clSetEventCallback(first, CL_COMPLETE, Chain::next, &chain));
  ASSERT_SUCCESS(clFlush(queue()));
  ASSERT_TRUE(eventually([&] { return chain.done.load(); })) << chain.left << " links left";
  EXPECT_THAT(read(out), Each(Eq(500)));
}

// Every enqueue entry point at once, on shared queues, in random order, with random wait lists.
TEST_F(ManyThreads, EnqueueEveryCommandAtRandom) {
  Queue free = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
  together([&](int thread) {
    // Commands that work on the same memory wait for each other, whichever their queues.
    struct Place {
      explicit Place(const OpenClTest &test) : resources(test) {}
      EnqueueResources resources;
      Event last;
    };
    std::deque<Place> places;
    for (int i = 0; i < 3; ++i)
      places.emplace_back(*this);
    std::mt19937 random(static_cast<unsigned>(thread));
    std::vector<Event> events;
    for (int i = 0; i < 300; ++i) {
      Place &place = places[random() % places.size()];
      const EnqueueCase &which = enqueueCases()[random() % enqueueCases().size()];
      if (which.supported && !which.supported(*this))
        continue;
      cl_command_queue target = random() % 2 ? queue() : free.get();
      std::vector<cl_event> waits;
      for (unsigned w = random() % 4; w > 0 && !events.empty(); --w)
        waits.push_back(events[random() % events.size()]);
      if (place.last.get())
        waits.push_back(place.last);
      Event event;
      check(which.enqueue(place.resources, target, static_cast<cl_uint>(waits.size()),
                          waits.empty() ? nullptr : waits.data(), event.out()),
            which.name);
      check(clRetainEvent(event), "clRetainEvent");
      place.last = Event(event.get());
      events.push_back(std::move(event));
      if (events.size() > 16)
        events.erase(events.begin());
      if (random() % 20 == 0)
        check(clFinish(target), "clFinish");
      else if (random() % 8 == 0)
        check(clFlush(target), "clFlush");
    }
    check(clFinish(queue()), "clFinish");
    check(clFinish(free), "clFinish");
    for (const Event &event : events)
      EXPECT_CL(CL_COMPLETE, status(event));
  });
}

TEST_F(ManyThreads, QueryWhileOthersChange) {
  auto memory = buffer<int>(256);
  together([&](int thread) {
    for (int i = 0; i < 300; ++i) {
      if (thread == 0) {
        Event event;
        check(clEnqueueMarkerWithWaitList(queue(), 0, nullptr, event.out()), "marker");
        check(clFlush(queue()), "clFlush");
      } else {
        info<cl_uint>(clGetMemObjectInfo, memory.get(), cl_mem_info{CL_MEM_MAP_COUNT});
        info<cl_uint>(clGetCommandQueueInfo, queue(),
                      cl_command_queue_info{CL_QUEUE_REFERENCE_COUNT});
        deviceInfo<std::string>(CL_DEVICE_NAME);
        info<std::vector<cl_device_id>>(clGetContextInfo, context(),
                                        cl_context_info{CL_CONTEXT_DEVICES});
        cl_int status = CL_SUCCESS;
        void *mapped = clEnqueueMapBuffer(queue(), memory, CL_TRUE, CL_MAP_READ, 0, 64, 0, nullptr,
                                          nullptr, &status);
        check(status, "clEnqueueMapBuffer");
        check(clEnqueueUnmapMemObject(queue(), memory, mapped, 0, nullptr, nullptr), "unmap");
      }
    }
    finish();
  });
  EXPECT_EQ(info<cl_uint>(clGetMemObjectInfo, memory.get(), cl_mem_info{CL_MEM_MAP_COUNT}), 0u);
}

} // namespace
} // namespace weft::test
