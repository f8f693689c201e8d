// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lambdas in programs of the usual shape: kernels that enqueue two or three children with user
// events, markers and local arguments on two queues. Results are compared with the same in C++.
#include "support/lambda_test.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace weft::test {
namespace {

class LambdaPrograms : public LambdaTest {
protected:
  static std::vector<int> randomValues(size_t count, int below) {
    std::mt19937 random(count);
    std::vector<int> values(count);
    for (int &value : values)
      value = int(random() % unsigned(below));
    return values;
  }

  // One program; each kernel is a test.
  static constexpr const char *kProgram = R"(
// Sums by halves: a generation reduces its values group by group, then enqueues the next on the
// other queue.
struct Reduce {
  global<int> *values; uint count;
  void operator()(local_ptr<int[]> sums, device_queue mine, device_queue other) const {
    uint l = get_local_id(0), n = get_local_size(0), i = get_global_id(0);
    sums[l] = i < count ? values[i] : 0;
    work_group_barrier(mem_fence::local);
    for (uint step = n / 2; step > 0; step /= 2) {
      if (l < step) sums[l] += sums[l + step];
      work_group_barrier(mem_fence::local);
    }
    if (l == 0) values[count + get_group_id(0)] = sums[0];
    uint groups = (count + n - 1) / n;
    if (i == 0 && groups > 1)
      other.enqueue_kernel(enqueue_policy::wait_kernel,
                           ndrange((groups + n - 1) / n * n, n), Reduce{values + count, groups},
                           local_ptr<int[]>::size_type(n), other, mine);
  }
};

kernel void reduce(global<int> *out, global<int> *values, uint count, device_queue q0, device_queue q1) {
  event gate = make_user_event(), summed;
  q0.enqueue_kernel(enqueue_policy::no_wait, 1, &gate, &summed, ndrange((count + 63) / 64 * 64, 64),
                    Reduce{values, count}, local_ptr<int[]>::size_type(64), q0, q1);
  // The event of a child is complete when its descendants are.
  q1.enqueue_kernel(enqueue_policy::no_wait, 1, &summed, nullptr, ndrange(1), [=] {
    global<int> *at = values; // behind each generation is the next
    for (uint n = count; ; n = (n + 63) / 64) { at += n; if (n <= 64) break; }
    out[0] = at[0];
  });
  gate.set_status(event_status::complete);
  gate.release();
  summed.release();
}

// Counting sort: clear and histogram beside each other on two queues, a marker, a scan in local
// memory, a scatter.
kernel void countingSort(global<int> *out, global<int> *values, uint count, global<atomic_int> *bins,
                         device_queue q0, device_queue q1) {
  event cleared, copied, both, counted, scanned;
  q0.enqueue_kernel(enqueue_policy::no_wait, 0, nullptr, &cleared, ndrange(256),
                    [=] { bins[get_global_id(0)] = 0; });
  q1.enqueue_kernel(enqueue_policy::no_wait, 0, nullptr, &copied, ndrange(count),
                    [=](int unset) { out[get_global_id(0)] = unset; }, -1);
  event list[2] = {cleared, copied};
  q0.enqueue_marker(2, list, &both);
  q1.enqueue_kernel(enqueue_policy::no_wait, 1, &both, &counted, ndrange(count),
    [=](local_ptr<atomic_int[]> mine) {
      for (uint b = get_local_id(0); b < 256; b += get_local_size(0)) mine[b] = 0;
      work_group_barrier(mem_fence::local);
      ++mine[values[get_global_id(0)]];
      work_group_barrier(mem_fence::local);
      for (uint b = get_local_id(0); b < 256; b += get_local_size(0))
        if (int n = mine[b]) bins[b] += n;
    }, local_ptr<atomic_int[]>::size_type(256));
  q0.enqueue_kernel(enqueue_policy::no_wait, 1, &counted, &scanned, ndrange(256, 256),
    [=](local_ptr<int[]> a) {
      uint l = get_local_id(0);
      a[l] = bins[l];
      for (uint step = 1; step < 256; step *= 2) {
        work_group_barrier(mem_fence::local);
        int add = l >= step ? a[l - step] : 0;
        work_group_barrier(mem_fence::local);
        a[l] += add;
      }
      work_group_barrier(mem_fence::local);
      bins[l] = l ? a[l - 1] : 0;
    }, local_ptr<int[]>::size_type(256));
  q1.enqueue_kernel(enqueue_policy::no_wait, 1, &scanned, nullptr, ndrange(count),
    [=] { int v = values[get_global_id(0)]; out[bins[v]++] = v; });
  cleared.release(); copied.release(); both.release(); counted.release(); scanned.release();
}

// Relaxation: each step enqueues the next until the change is small, decided by a child of its own
// that opens the gate of the next step or fails to enqueue one.
struct Relax {
  global<float> *from, *to; global<int> *steps; uint n;
  void operator()(device_queue compute, device_queue control) const {
    event relaxed;
    auto self = *this;
    compute.enqueue_kernel(enqueue_policy::no_wait, 0, nullptr, &relaxed, ndrange(n), [=] {
      size_t i = get_global_id(0);
      self.to[i] = i == 0 || i == self.n - 1 ? self.from[i]
                                            : 0.5f * (self.from[i - 1] + self.from[i + 1]);
    });
    control.enqueue_kernel(enqueue_policy::no_wait, 1, &relaxed, nullptr, ndrange(64, 64),
      [=](local_ptr<float[]> most, device_queue compute, device_queue control) {
        uint l = get_local_id(0);
        float change = 0;
        for (uint i = l; i < self.n; i += 64) change = fmax(change, fabs(self.to[i] - self.from[i]));
        most[l] = change;
        work_group_barrier(mem_fence::local);
        if (l != 0) return;
        for (uint i = 1; i < 64; ++i) change = fmax(change, most[i]);
        ++*self.steps;
        if (change > 0.01f)
          control.enqueue_kernel(enqueue_policy::wait_kernel, ndrange(1),
                                 Relax{self.to, self.from, self.steps, self.n}, compute, control);
      }, local_ptr<float[]>::size_type(64), compute, control);
    relaxed.release();
  }
};

kernel void relax(global<int> *out, global<float> *a, global<float> *b, uint n, device_queue q0,
                  device_queue q1) {
  q0.enqueue_kernel(enqueue_policy::wait_kernel, ndrange(1), Relax{a, b, out, n}, q0, q1);
}

// Frames through a pipeline: producers of all frames wait for one user event, each frame's consumer
// for its producer and for the consumer of the frame before; a marker ends it.
kernel void frames(global<int> *out, global<int> *buffers, device_queue produce, device_queue consume) {
  event start = make_user_event(), before = start, done;
  before.retain();
  event all[8];
  for (int frame = 0; frame < 8; ++frame) {
    event produced;
    produce.enqueue_kernel(enqueue_policy::no_wait, 1, &start, &produced, ndrange({16, 4}, {8, 2}),
      [=](int frame) {
        size_t i = get_global_id(1) * 16 + get_global_id(0);
        buffers[frame * 64 + i] = frame * 1000 + i;
      }, frame);
    event waits[2] = {produced, before};
    consume.enqueue_kernel(enqueue_policy::no_wait, 2, waits, &all[frame], ndrange(64, 64),
      [=](local_ptr<int[]> sum, int scale) {
        sum[get_local_id(0)] = buffers[frame * 64 + get_local_id(0)];
        work_group_barrier(mem_fence::local);
        if (get_local_id(0) != 0) return;
        int total = frame ? out[frame - 1] : 0;
        for (int i = 0; i < 64; ++i) total += sum[i] * scale;
        out[frame] = total;
      }, local_ptr<int[]>::size_type(64), 2);
    produced.release();
    before.release();
    before = all[frame];
    before.retain();
  }
  before.release();
  consume.enqueue_marker(8, all, &done);
  consume.enqueue_kernel(enqueue_policy::no_wait, 1, &done, nullptr, ndrange(1), [=] { out[8] = 1; });
  for (event &each : all) each.release();
  done.release();
  start.set_status(event_status::complete);
  start.release();
}
)";

  Kernel kernelNamed(const char *name) {
    return buildKernel(kHeaders + "#include <opencl_math>\n" + kProgram, "-cl-std=CLC++2021", name);
  }
};

TEST_F(LambdaPrograms, ReductionThatAlternatesQueues) {
  Kernel kernel = kernelNamed("reduce");
  Queue other = makeDeviceQueue();
  for (size_t count : {1u, 63u, 64u, 65u, 5000u, 70000u}) {
    std::vector<int> values = randomValues(count, 1000);
    const int sum = std::accumulate(values.begin(), values.end(), 0);
    values.resize(2 * count + 128);
    auto in = buffer<int>(values), out = buffer<int>(std::vector<int>{0});
    kernel.setArgs(out, in, cl_uint(count), deviceQueue(), other.get());
    enqueue(kernel, 1);
    EXPECT_THAT(read(out), ::testing::ElementsAre(sum)) << count;
  }
}

TEST_F(LambdaPrograms, CountingSortWithMarkers) {
  Kernel kernel = kernelNamed("countingSort");
  Queue other = makeDeviceQueue();
  std::vector<int> values = randomValues(4096, 256);
  auto in = buffer<int>(values), out = buffer<int>(values.size()), bins = buffer<int>(256);
  kernel.setArgs(out, in, cl_uint(values.size()), bins, deviceQueue(), other.get());
  for (int round = 0; round < 5; ++round)
    enqueue(kernel, 1);
  std::sort(values.begin(), values.end());
  EXPECT_EQ(read(out), values);
}

TEST_F(LambdaPrograms, RelaxationUntilItSettles) {
  constexpr size_t kPoints = 100;
  std::vector<float> a(kPoints, 0.0f), b = a;
  a.front() = b.front() = 8.0f;
  auto deviceA = buffer<float>(a), deviceB = buffer<float>(b);
  auto steps = buffer<int>(std::vector<int>{0});
  Kernel kernel = kernelNamed("relax");
  Queue other = makeDeviceQueue();
  kernel.setArgs(steps, deviceA, deviceB, cl_uint(kPoints), deviceQueue(), other.get());
  enqueue(kernel, 1);

  int expected = 0;
  for (float change = 1.0f; change > 0.01f; ++expected) {
    change = 0;
    for (size_t i = 0; i < kPoints; ++i) {
      b[i] = i == 0 || i == kPoints - 1 ? a[i] : 0.5f * (a[i - 1] + a[i + 1]);
      change = std::max(change, std::abs(b[i] - a[i]));
    }
    std::swap(a, b);
  }
  EXPECT_THAT(read(steps), ::testing::ElementsAre(expected));
  EXPECT_EQ(read(expected % 2 ? deviceB : deviceA), a);
}

TEST_F(LambdaPrograms, FramesThroughAPipeline) {
  Kernel kernel = kernelNamed("frames");
  Queue other = makeDeviceQueue();
  auto out = buffer<int>(std::vector<int>(9)), buffers = buffer<int>(8 * 64);
  kernel.setArgs(out, buffers, deviceQueue(), other.get());
  enqueue(kernel, 1);
  std::vector<int> expected;
  int total = 0;
  for (int frame = 0; frame < 8; ++frame)
    expected.push_back(total += 2 * (64 * frame * 1000 + 64 * 63 / 2));
  expected.push_back(1);
  EXPECT_EQ(read(out), expected);
}

} // namespace
} // namespace weft::test
