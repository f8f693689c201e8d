// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a child costs beside a raw TBB task of the same empty work, in turns in one run; and whether
// two threads are faster than one where children do work. Build weft_bench and run it on a quiet
// machine; CTest does not.
#include "support/device_enqueue_test.h"

#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>

namespace weft::test {
namespace {

const char *const kSource = R"(
kernel void flat(global uint *failures, int n) {
  if (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1, 1), ^{}))
    atomic_inc(failures);
}
void grow(global uint *failures, int level) {
  if (level) for (int i = 0; i < 2; ++i)
    if (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1, 1),
                       ^{ grow(failures, level - 1); })) atomic_inc(failures);
}
kernel void tree(global uint *failures, int n) { grow(failures, n); }
void link_(global uint *failures, int left) {
  if (left && enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1, 1),
                             ^{ link_(failures, left - 1); })) atomic_inc(failures);
}
kernel void chain(global uint *failures, int n) { link_(failures, n); }
kernel void toil(global uint *failures, int n) {
  if (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1, 1), ^{
        uint x = n; for (int i = 0; i < n; ++i) x = x * 1664525u + 1013904223u + (x >> 7);
        if (x == 12345) atomic_inc(failures); })) atomic_inc(failures);
}
)";

/// A device with all that is needed to run a kernel that enqueues.
struct Rig {
  explicit Rig(cl_device_id device) {
    context = created("clCreateContext", [&](cl_int *status) {
      return clCreateContext(nullptr, 1, &device, nullptr, nullptr, status);
    });
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES,
                                        CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT |
                                            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                        CL_QUEUE_SIZE, 16 << 20, 0};
    auto makeQueue = [&](const cl_queue_properties *properties) {
      return created("clCreateCommandQueueWithProperties", [&](cl_int *status) {
        return clCreateCommandQueueWithProperties(context, device, properties, status);
      });
    };
    queue = makeQueue(nullptr);
    deviceQueue = makeQueue(list);
    program = created("clCreateProgramWithSource", [&](cl_int *status) {
      const char *source = kSource;
      return clCreateProgramWithSource(context, 1, &source, nullptr, status);
    });
    check(clBuildProgram(program, 1, &device, "-cl-std=CL3.0", nullptr, nullptr), "clBuildProgram");
    failures = created("clCreateBuffer", [&](cl_int *status) {
      cl_uint none = 0;
      return clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof none, &none, status);
    });
  }
  /// Nanoseconds for each of `children`.
  double run(const char *name, size_t items, int n, double children) {
    auto kernel = created("clCreateKernel",
                          [&](cl_int *status) { return clCreateKernel(program, name, status); });
    const cl_mem memory = failures;
    check(clSetKernelArg(kernel, 0, sizeof memory, &memory), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof n, &n), "clSetKernelArg");
    auto begin = std::chrono::steady_clock::now();
    check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(queue), "clFinish");
    std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
    return time.count() / children;
  }
  cl_uint failed() {
    cl_uint count = 0;
    check(
        clEnqueueReadBuffer(queue, failures, CL_TRUE, 0, sizeof count, &count, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
    return count;
  }

  Context context;
  Queue queue, deviceQueue;
  Program program;
  Mem failures;
};

double timeTbb(double tasks, const std::function<void(tbb::task_group &)> &start) {
  static tbb::task_arena one(1);
  double nanoseconds = 0;
  one.execute([&] {
    tbb::task_group group;
    auto begin = std::chrono::steady_clock::now();
    start(group);
    group.wait();
    std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
    nanoseconds = time.count() / tasks;
  });
  return nanoseconds;
}

void growTasks(tbb::task_group &group, int level) {
  if (level)
    for (int i = 0; i < 2; ++i)
      group.run([&group, level] { growTasks(group, level - 1); });
}
void linkTasks(tbb::task_group &group, int left) {
  if (left)
    group.run([&group, left] { linkTasks(group, left - 1); });
}

double median(std::vector<double> &values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

SubDevice oneUnit(cl_device_id device) {
  const cl_device_partition_property list[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                               CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_id sub = nullptr;
  check(clCreateSubDevices(device, list, 1, &sub, nullptr), "clCreateSubDevices");
  return SubDevice(sub);
}

class DeviceEnqueueBench : public OpenClTest {};

TEST_F(DeviceEnqueueBench, AChildBesideATbbTask) {
  SubDevice sub = oneUnit(device());
  Rig rig(sub);
  constexpr int kChildren = 4096, kLevels = 12, kLinks = 4096;
  constexpr double kTreeTasks = 2 * ((1 << kLevels) - 1);
  const struct {
    const char *name;
    std::function<double()> weft, tbb;
  } cases[] = {
      {"flat", [&] { return rig.run("flat", kChildren, 0, kChildren); },
       [&] {
         return timeTbb(kChildren, [&](tbb::task_group &group) {
           for (int i = 0; i < kChildren; ++i)
             group.run([] {});
         });
       }},
      {"tree", [&] { return rig.run("tree", 1, kLevels, kTreeTasks); },
       [&] {
         return timeTbb(kTreeTasks, [&](tbb::task_group &group) { growTasks(group, kLevels); });
       }},
      {"chain", [&] { return rig.run("chain", 1, kLinks, kLinks); },
       [&] { return timeTbb(kLinks, [&](tbb::task_group &group) { linkTasks(group, kLinks); }); }},
  };
  for (const auto &each : cases) {
    std::vector<double> weft, tbb;
    for (int i = 0; i < 101; ++i) {
      weft.push_back(each.weft());
      tbb.push_back(each.tbb());
    }
    const double child = median(weft), task = median(tbb);
    std::printf("%-6s child %6.1f ns, TBB task %6.1f ns: %.2f times\n", each.name, child, task,
                child / task);
  }
  EXPECT_EQ(rig.failed(), 0u);
}

TEST_F(DeviceEnqueueBench, TwoThreadsBesideOne) {
  if (deviceInfo<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS) < 2)
    GTEST_SKIP() << "one thread only";
  SubDevice sub = oneUnit(device());
  Rig one(sub), all(device());
  for (int rounds : {300, 3000, 30000}) {
    std::vector<double> alone, together;
    for (int i = 0; i < 21; ++i) {
      alone.push_back(one.run("toil", 256, rounds, 256));
      together.push_back(all.run("toil", 256, rounds, 256));
    }
    const double first = median(alone), second = median(together);
    std::printf("children of %7.0f ns: %.2f times as fast on %u threads\n", first, first / second,
                deviceInfo<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS));
  }
}

} // namespace
} // namespace weft::test
