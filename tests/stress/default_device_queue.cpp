// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device has one default on-device queue in a context (OpenCL 3.0 API 5.1), however many threads
// create it and release it at the same moment.
#include "support/device_enqueue_test.h"

#include <array>
#include <barrier>
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
  std::barrier together(kThreads);
  std::array<cl_command_queue, kThreads> made{};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      for (int round = 0; round < kRounds; ++round) {
        together.arrive_and_wait();
        Queue queue = makeDeviceQueue(CL_QUEUE_ON_DEVICE_DEFAULT, 16 << 10);
        made[size_t(t)] = queue.get();
        together.arrive_and_wait();
        EXPECT_EQ(made[size_t(t)], made[0]) << "round " << round;
        together.arrive_and_wait(); // all have looked
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
