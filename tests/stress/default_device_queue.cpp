// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device has one default on-device queue in a context (OpenCL 3.0 API 5.1), however many threads
// create it and release it at the same moment.
#include "support/device_enqueue_test.h"

#include <array>
#include <atomic>
#include <thread>
#include <vector>

namespace weft::test {
namespace {

constexpr int kThreads = 4, kRounds = 300;

class DefaultDeviceQueue : public DeviceEnqueueTest {
protected:
  void SetUp() override {
    DeviceEnqueueTest::SetUp();
    dropDefaultQueue();
  }
};

TEST_F(DefaultDeviceQueue, IsOneForThreadsThatCreateItAtOnce) {
  constexpr unsigned kTogether = 2; // as many as any machine runs at the same moment
  std::atomic<unsigned> arrivals{0};
  // Spins: threads that are woken one after the other would never meet.
  auto meet = [&] {
    const unsigned round = arrivals.fetch_add(1) / kTogether;
    while (arrivals.load() < (round + 1) * kTogether)
      std::this_thread::yield();
  };
  std::array<cl_command_queue, kTogether> made{};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < kTogether; ++t)
    threads.emplace_back([&, t] {
      for (int round = 0; round < kRounds * 100; ++round) {
        meet();
        Queue queue = makeDeviceQueue(CL_QUEUE_ON_DEVICE_DEFAULT, 16 << 10);
        made[t] = queue.get();
        meet();
        EXPECT_EQ(made[0], made[1]) << "round " << round;
        meet(); // both have looked
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(DefaultDeviceQueue, IsNeverOneThatIsBeingReleased) {
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&] {
      for (int round = 0; round < kRounds * 10; ++round) {
        Queue queue = makeDeviceQueue(CL_QUEUE_ON_DEVICE_DEFAULT, 16 << 10);
        cl_uint references = 0;
        EXPECT_CL(CL_SUCCESS, clGetCommandQueueInfo(queue.get(), CL_QUEUE_REFERENCE_COUNT,
                                                    sizeof references, &references, nullptr));
        EXPECT_GE(references, 1u);
        EXPECT_LE(references, cl_uint(kThreads));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
} // namespace weft::test
