// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ND-range launches of work-group functions written by hand.
#include "commands/ndrange_command.h"
#include "queue_fixture.h"
#include "scheduler/executor.h"
#include "scheduler/local_size.h"
#include "scheduler/worker_memory.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace weft::runtime::test {
namespace {

using ::testing::Each;

/// What the functions below get as their arguments.
struct Arguments {
  std::atomic<int> *runs = nullptr; ///< one for each work-group
  unsigned microseconds = 0;        ///< that a work-group takes
  std::atomic<int> faults{0};
  std::uint64_t localBytes = 0, privateBytes = 0;
};

bool isAligned(const void *memory) { return reinterpret_cast<std::uintptr_t>(memory) % 128 == 0; }

void countGroups(const WeftLaunchState *launch, WeftWorkerState *worker, std::uint64_t first,
                 std::uint64_t end) {
  auto &arguments = *reinterpret_cast<Arguments *>(const_cast<unsigned char *>(launch->arguments));
  unsigned char here = 0;
  if (&here < worker->stackBegin || &here >= worker->stackEnd)
    ++arguments.faults;
  if (worker->localBytes < arguments.localBytes || worker->privateBytes < arguments.privateBytes ||
      !isAligned(worker->localMemory) || !isAligned(worker->privateMemory))
    ++arguments.faults;
  for (std::uint64_t group = first; group < end; ++group) {
    if (arguments.localBytes)
      worker->localMemory[arguments.localBytes - 1] = 1;
    if (arguments.privateBytes)
      worker->privateMemory[arguments.privateBytes - 1] = 1;
    ++arguments.runs[group];
    if (arguments.microseconds) {
      auto until =
          std::chrono::steady_clock::now() + std::chrono::microseconds(arguments.microseconds);
      while (std::chrono::steady_clock::now() < until) {
      }
    }
  }
}

class LaunchCommand final : public Command {
public:
  LaunchCommand(const WeftKernelDescriptor &kernel, const NDRange &range, Arguments &arguments)
      : Command(CL_COMMAND_NDRANGE_KERNEL), kernel_(kernel),
        variant_(chooseVariant(kernel, range.localSize)), localBytes_(arguments.localBytes) {
    fillLaunchState(state_, range);
    state_.arguments = reinterpret_cast<const unsigned char *>(&arguments);
  }
  cl_int run(Execution &execution) noexcept override {
    return execution.runWorkGroups({&state_, &kernel_, &variant_, localBytes_});
  }

private:
  const WeftKernelDescriptor &kernel_;
  const WeftKernelVariant &variant_;
  std::uint64_t localBytes_;
  WeftLaunchState state_{};
};

WeftKernelVariant makeVariant(std::uint32_t width, WeftPacking packing) {
  WeftKernelVariant variant = {};
  variant.run = countGroups;
  variant.packetWidth = width;
  variant.packing = packing;
  return variant;
}

WeftKernelDescriptor makeKernel(std::span<const WeftKernelVariant> variants) {
  WeftKernelDescriptor kernel = {};
  kernel.name = "kernel";
  kernel.variants = variants.data();
  kernel.variantCount = std::uint32_t(variants.size());
  return kernel;
}

struct TestKernel {
  WeftKernelVariant variant = makeVariant(1, WEFT_PACK_X);
  WeftKernelDescriptor descriptor = makeKernel({&variant, 1});
};

class WorkGroupLaunch : public SchedulerTest {
protected:
  /// The status of a launch of so many groups; each must have run once.
  cl_int launch(CommandQueue &queue, const TestKernel &kernel, std::uint64_t groups,
                Arguments &arguments) {
    std::vector<std::atomic<int>> runs(groups);
    arguments.runs = runs.data();
    NDRange range;
    range.globalSize[0] = groups * 3;
    range.localSize[0] = 3;
    cl_int status = queue.enqueueAndWait(
        queue.make<LaunchCommand>(kernel.descriptor, range, arguments), {}, nullptr);
    if (status == CL_COMPLETE)
      EXPECT_THAT(std::vector<int>(runs.begin(), runs.end()), Each(1)) << groups << " groups";
    EXPECT_EQ(arguments.faults, 0);
    return status;
  }
};

TEST_F(WorkGroupLaunch, RunsEachGroupOnceWhateverTheirNumberAndLength) {
  auto queue = makeQueue();
  for (unsigned microseconds : {0u, 1u, 50u}) {
    TestKernel kernel; // a new one each time: its cost is not known at first
    for (std::uint64_t groups : {1, 2, 3, 7, 64, 1000})
      for (int again = 0; again < 3; ++again) {
        Arguments arguments;
        arguments.microseconds = microseconds;
        EXPECT_EQ(launch(*queue, kernel, groups, arguments), CL_COMPLETE);
      }
  }
}

TEST_F(WorkGroupLaunch, ReservesLocalAndPrivateMemory) {
  auto queue = makeQueue();
  TestKernel kernel;
  for (std::uint64_t bytes : {1ull, 100ull << 10, 3ull << 20}) {
    kernel.variant.privateBytesPerItem = bytes;
    kernel.variant.privateBytesPerGroup = 5;
    Arguments arguments;
    arguments.localBytes = bytes;
    arguments.privateBytes = 3 * bytes + 5;
    EXPECT_EQ(launch(*queue, kernel, 40, arguments), CL_COMPLETE);
  }
}

TEST_F(WorkGroupLaunch, FailsCleanlyWherePrivateMemoryIsTooLarge) {
  auto queue = makeQueue();
  TestKernel kernel;
  for (std::uint64_t bytes : {std::uint64_t(1) << 40, UINT64_MAX / 2}) {
    kernel.variant.privateBytesPerItem = bytes;
    Arguments arguments;
    EXPECT_EQ(launch(*queue, kernel, 4, arguments), CL_OUT_OF_RESOURCES);
  }
}

TEST_F(WorkGroupLaunch, ManyQueuesLaunchAtOnce) {
  TestKernel kernel;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&] {
      auto queue = makeQueue();
      for (int i = 0; i < 20; ++i) {
        Arguments arguments;
        arguments.microseconds = 5;
        EXPECT_EQ(launch(*queue, kernel, 50, arguments), CL_COMPLETE);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(WorkGroupLaunch, WaitingThreadLendsAHand) {
  // The worker that runs the launch and the thread that waits for it share the groups.
  auto executor = std::make_shared<Executor>(4, std::vector<unsigned>());
  struct Task final : RangeTask {
    std::atomic<int> runs{0};
    void run(std::uint64_t begin, std::uint64_t end) noexcept override {
      runs += int(end - begin);
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  } task;
  struct Launch {
    Executor &executor;
    Task &task;
    std::atomic<bool> isDone{false};
    static void run(void *self) {
      auto &launch = *static_cast<Launch *>(self);
      launch.executor.runRange(launch.task, 400, 1);
      launch.isDone = true;
    }
  } launch{*executor, task};
  ASSERT_TRUE(executor->enqueue(&Launch::run, &launch));
  int helped = 0;
  while (!launch.isDone)
    helped += executor->helpBriefly();
  EXPECT_EQ(task.runs, 400);
  EXPECT_GT(helped, 0);
}

TEST(ChooseVariant, WastesTheFewestLanes) {
  WeftKernelVariant variants[] = {makeVariant(16, WEFT_PACK_X), makeVariant(16, WEFT_PACK_LINEAR),
                                  makeVariant(16, WEFT_PACK_Y), makeVariant(1, WEFT_PACK_X),
                                  makeVariant(16, WEFT_PACK_X)};
  std::fill_n(variants[4].requiredLocalSize, 3, 1);
  variants[4].requiredLocalSize[0] = 64;
  WeftKernelDescriptor kernel = makeKernel(variants);
  auto chosen = [&](std::uint64_t x, std::uint64_t y) {
    std::uint64_t size[3] = {x, y, 1};
    return int(&chooseVariant(kernel, size) - variants);
  };
  EXPECT_EQ(chosen(16, 16), 0);
  EXPECT_EQ(chosen(8, 8), 1) << "rows of 8 leave half the lanes idle";
  EXPECT_EQ(chosen(1, 256), 1);
  EXPECT_EQ(chosen(1, 1), 3);
  EXPECT_EQ(chosen(64, 1), 4) << "made for this size";
  EXPECT_EQ(chosen(24, 1), 0) << "a wide packet half empty is still better than one at a time";
}

TEST(ChooseLocalSize, DividesTheGlobalSizeInWholePackets) {
  WeftKernelVariant variant = makeVariant(16, WEFT_PACK_X);
  WeftKernelDescriptor kernel = makeKernel({&variant, 1});
  kernel.flags = WEFT_KERNEL_UNIFORM_GROUPS;
  LocalSizeLimits limits{4096, {4096, 4096, 4096}, 4};
  for (std::uint64_t x : {1, 2, 15, 16, 48, 100, 1000, 1024, 4095, 10007, 1 << 20})
    for (std::uint64_t y : {1, 3, 64, 1000}) {
      NDRange range;
      range.workDim = 2;
      range.globalSize[0] = x;
      range.globalSize[1] = y;
      chooseLocalSize(kernel, limits, range);
      EXPECT_EQ(x % range.localSize[0], 0u) << x << 'x' << y;
      EXPECT_EQ(y % range.localSize[1], 0u) << x << 'x' << y;
      EXPECT_LE(range.itemsPerGroup(), limits.items);
      if (x % 16 == 0)
        EXPECT_EQ(range.localSize[0] % 16, 0u) << x << 'x' << y;
    }
  NDRange range;
  range.globalSize[0] = 1 << 20;
  chooseLocalSize(kernel, limits, range);
  EXPECT_GE(range.groupCount(0), 4u * limits.threads);
}

} // namespace
} // namespace weft::runtime::test
