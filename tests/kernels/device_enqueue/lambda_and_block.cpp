// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The examples of OpenCL C 3.0 6.15.19 Enqueuing Kernels with their gaps filled, as blocks and as
// lambdas: both give the same. Lambdas get queues as arguments, since they cannot capture them.
#include "support/lambda_test.h"

#include <numeric>

namespace weft::test {
namespace {

class LambdaAndBlock : public LambdaTest {
protected:
  static constexpr size_t kItems = 32;

  /// `k(out, q0, q1)` of both sources over one work-item; out has 100, 101, ... before.
  void expectBoth(const std::string &block, const std::string &lambda,
                  const std::vector<int> &expected) {
    EXPECT_EQ(resultOf(block, "-cl-std=CL3.0"), expected) << "blocks";
    EXPECT_EQ(resultOf(kHeaders + lambda, "-cl-std=CLC++2021"), expected) << "lambdas";
  }

  std::vector<int> resultOf(const std::string &source, const char *options) {
    Kernel kernel = buildKernel(source, options, "k");
    auto out = buffer<int>(changed([](const std::vector<int> &) {}));
    Queue other = makeDeviceQueue();
    kernel.setArgs(out, deviceQueue(), other.get());
    enqueue(kernel, 1);
    return read(out);
  }

  /// What `change` makes of 100, 101, ...
  template <class Change> std::vector<int> changed(Change &&change) const {
    std::vector<int> values(kItems);
    std::iota(values.begin(), values.end(), 100);
    change(values);
    return values;
  }
};

// 6.15.19.1: "enqueue a kernel as a block" and "enqueue the block variable".
TEST_F(LambdaAndBlock, KernelsCalledInside) {
  expectBoth(R"(
kernel void my_func_A(global int *a, global int *b, global int *c) {
  size_t i = get_global_id(0); c[i] = a[i] + b[i]; }
kernel void my_func_C(global int *a, global int *b, global int *c, queue_t q) {
  ndrange_t ndrange = ndrange_1D(8);
  void (^my_block_A)(void) = ^{ my_func_A(a, b, c); };
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange, my_block_A); }
kernel void k(global int *out, queue_t q, queue_t r) {
  global int *a = out, *b = out + 8, *c = out + 16;
  ndrange_t ndrange = ndrange_1D(8);
  clk_event_t done;
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange, 0, NULL, &done,
                 ^{ my_func_A(a, b, c); });
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &done, NULL,
                 ^{ my_func_C(a, c, out + 24, q); });
  release_event(done); })",
             R"(
kernel void my_func_A(global<int> *a, global<int> *b, global<int> *c) {
  size_t i = get_global_id(0); c[i] = a[i] + b[i]; }
kernel void my_func_C(global<int> *a, global<int> *b, global<int> *c, device_queue q) {
  ndrange range(8);
  auto my_lambda_A = [=] { my_func_A(a, b, c); };
  q.enqueue_kernel(enqueue_policy::wait_kernel, range, my_lambda_A); }
kernel void k(global<int> *out, device_queue q, device_queue r) {
  global<int> *a = out, *b = out + 8, *c = out + 16;
  ndrange range(8);
  event done;
  get_default_device_queue().enqueue_kernel(enqueue_policy::no_wait, 0, nullptr, &done, range,
                                            [=] { my_func_A(a, b, c); });
  get_default_device_queue().enqueue_kernel(enqueue_policy::no_wait, 1, &done, nullptr, ndrange(1),
    [=](device_queue q) { my_func_C(a, c, out + 24, q); }, q);
  done.release(); })",
             changed([](std::vector<int> &v) {
               for (int i = 0; i < 8; ++i) {
                 v[16 + i] = v[i] + v[8 + i];
                 v[24 + i] = v[i] + v[16 + i];
               }
             }));
}

// 6.15.19.1: a block with statements of its own, as a variable and in place.
TEST_F(LambdaAndBlock, StatementsInside) {
  expectBoth(R"(
kernel void k(global int *a, queue_t q, queue_t r) {
  global int *b = a + 16;
  ndrange_t ndrange = ndrange_1D(16);
  void (^my_block_A)(void) = ^{ size_t id = get_global_id(0); b[id] += a[id]; };
  clk_event_t first;
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange, 0, NULL, &first,
                 my_block_A);
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange, 1, &first, NULL,
                 ^{ size_t id = get_global_id(0); b[id] += a[id]; });
  release_event(first); })",
             R"(
kernel void k(global<int> *a, device_queue q, device_queue r) {
  global<int> *b = a + 16;
  ndrange range(16);
  auto my_lambda_A = [=] { size_t id = get_global_id(0); b[id] += a[id]; };
  event first;
  auto d = get_default_device_queue();
  d.enqueue_kernel(enqueue_policy::wait_kernel, 0, nullptr, &first, range, my_lambda_A);
  d.enqueue_kernel(enqueue_policy::wait_kernel, 1, &first, nullptr, range,
                   [=] { size_t id = get_global_id(0); b[id] += a[id]; });
  first.release(); })",
             changed([](std::vector<int> &v) {
               for (int i = 0; i < 16; ++i)
                 v[16 + i] += 2 * v[i];
             }));
}

// 6.15.19.2 Arguments that are a pointer type to local address space.
TEST_F(LambdaAndBlock, LocalArguments) {
  expectBoth(R"(
void my_func_A_local_arg1(global int *a, local int *lptr, int n) {
  size_t l = get_local_id(0); lptr[l] = a[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = lptr[n - 1 - l]; }
void my_func_A_local_arg2(global int *a, local int *lptr1, local float4 *lptr2, int n) {
  size_t l = get_local_id(0); lptr1[l] = l; lptr2[l] = (float4)(a[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = lptr1[(l + 1) % n] * 1000 + (int)lptr2[n - 1 - l].w; }
uint compute_local_mem_size() { return 4 * sizeof(int); }
kernel void k(global int *a, queue_t q, queue_t r) {
  ndrange_t ndrange = ndrange_1D(16, 4);
  uint local_mem_size = compute_local_mem_size();
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange,
                 ^(local void *p){ my_func_A_local_arg1(a, (local int *)p, 4); }, local_mem_size);
  void (^my_blk_A)(local void *, local void *) = ^(local void *lptr1, local void *lptr2) {
    my_func_A_local_arg2(a + 16, (local int *)lptr1, (local float4 *)lptr2, 4); };
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange, my_blk_A,
                 local_mem_size, local_mem_size * 4); })",
             R"(
void my_func_A_local_arg1(global<int> *a, local_ptr<int[]> lptr, int n) {
  size_t l = get_local_id(0); lptr[l] = a[get_global_id(0)]; work_group_barrier(mem_fence::local);
  a[get_global_id(0)] = lptr[n - 1 - l]; }
void my_func_A_local_arg2(global<int> *a, local_ptr<int[]> lptr1, local_ptr<float4[]> lptr2, int n) {
  size_t l = get_local_id(0); lptr1[l] = l; lptr2[l] = (float4)(a[get_global_id(0)]);
  work_group_barrier(mem_fence::local);
  a[get_global_id(0)] = lptr1[(l + 1) % n] * 1000 + (int)lptr2[n - 1 - l].w; }
kernel void k(global<int> *a, device_queue q, device_queue r) {
  ndrange range(16, 4);
  auto d = get_default_device_queue();
  d.enqueue_kernel(enqueue_policy::wait_kernel, range,
                   [=](local_ptr<int[]> p) { my_func_A_local_arg1(a, p, 4); },
                   local_ptr<int[]>::size_type(4));
  auto my_lambda_A = [=](auto lptr1, auto lptr2) { my_func_A_local_arg2(a + 16, lptr1, lptr2, 4); };
  d.enqueue_kernel(enqueue_policy::wait_kernel, range, my_lambda_A,
                   local_ptr<int[]>::size_type(4), local_ptr<float4[]>::size_type(4)); })",
             changed([](std::vector<int> &v) {
               const std::vector<int> before = v;
               for (int i = 0; i < 16; ++i) {
                 int first = i / 4 * 4, l = i % 4;
                 v[i] = before[first + 3 - l];
                 v[16 + i] = (l + 1) % 4 * 1000 + before[16 + first + 3 - l];
               }
             }));
}

// 6.15.19.3 A complete example: kernels that enqueue each other until there is no more work.
TEST_F(LambdaAndBlock, KernelsThatEnqueueEachOther) {
  expectBoth(R"(
void evaluate_dp_work_A(queue_t q, global int *work);
void dp_func_A(queue_t q, global int *work) {
  if (get_global_id(0) == 0) work[1] += get_global_size(0);
  if (get_global_id(0) == 0)
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1),
                   ^{ evaluate_dp_work_A(q, work); }); }
void evaluate_dp_work_A(queue_t q, global int *work) {
  bool more_work = --work[0] > 95;
  if (more_work) {
    size_t global_work_size = 2 * work[0];
    void (^dp_func_A_blk)(void) = ^{ dp_func_A(q, work); };
    size_t local_work_size = get_kernel_work_group_size(dp_func_A_blk);
    local_work_size = min(local_work_size, global_work_size / 2);
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL,
                   ndrange_1D(global_work_size, local_work_size), dp_func_A_blk); } }
kernel void k(global int *work, queue_t q, queue_t r) { dp_func_A(r, work); })",
             R"(
void evaluate_dp_work_A(device_queue q, global<int> *work);
void dp_func_A(device_queue q, global<int> *work) {
  if (get_global_id(0) == 0) work[1] += get_global_size(0);
  if (get_global_id(0) == 0)
    q.enqueue_kernel(enqueue_policy::wait_kernel, ndrange(1),
                     [=](device_queue q) { evaluate_dp_work_A(q, work); }, q); }
void evaluate_dp_work_A(device_queue q, global<int> *work) {
  bool more_work = --work[0] > 95;
  if (more_work) {
    size_t global_work_size = 2 * work[0];
    auto dp_func_A_lambda = [=](device_queue q) { dp_func_A(q, work); };
    size_t local_work_size = get_kernel_work_group_size(dp_func_A_lambda, q);
    local_work_size = local_work_size < global_work_size / 2 ? local_work_size : global_work_size / 2;
    q.enqueue_kernel(enqueue_policy::wait_kernel,
                     ndrange(global_work_size, local_work_size), dp_func_A_lambda, q); } }
kernel void k(global<int> *work, device_queue q, device_queue r) { dp_func_A(r, work); })",
             changed([](std::vector<int> &v) {
               v[1] += 1 + 2 * (99 + 98 + 97 + 96);
               v[0] = 95;
             }));
}

// 6.15.19.8 Events: an event across two queues.
TEST_F(LambdaAndBlock, EventsAcrossQueues) {
  expectBoth(R"(
void barA_kernel(global int *a) { a[get_global_id(0)] *= 2; }
void barB_kernel(global int *a) { a[16 + get_global_id(0)] += a[15 - get_global_id(0)]; }
kernel void k(global int *a, queue_t q0, queue_t q1) {
  clk_event_t evt0;
  enqueue_kernel(q0, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(16), 0, NULL, &evt0,
                 ^{ barA_kernel(a); });
  enqueue_kernel(q1, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(16), 1, &evt0, NULL,
                 ^{ barB_kernel(a); });
  release_event(evt0); })",
             R"(
void barA_kernel(global<int> *a) { a[get_global_id(0)] *= 2; }
void barB_kernel(global<int> *a) { a[16 + get_global_id(0)] += a[15 - get_global_id(0)]; }
kernel void k(global<int> *a, device_queue q0, device_queue q1) {
  event evt0;
  q0.enqueue_kernel(enqueue_policy::no_wait, 0, nullptr, &evt0, ndrange(16),
                    [=] { barA_kernel(a); });
  q1.enqueue_kernel(enqueue_policy::no_wait, 1, &evt0, nullptr, ndrange(16),
                    [=] { barB_kernel(a); });
  evt0.release(); })",
             changed([](std::vector<int> &v) {
               for (int i = 0; i < 16; ++i)
                 v[i] *= 2;
               for (int i = 0; i < 16; ++i)
                 v[16 + i] += v[15 - i];
             }));
}

// 6.15.19.8 Events: a marker for two kernels that may run in any order.
TEST_F(LambdaAndBlock, Markers) {
  expectBoth(R"(
kernel void k(global int *a, queue_t q, queue_t r) {
  clk_event_t marker_event;
  clk_event_t events[2];
  ndrange_t ndrange = ndrange_1D(8);
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange, 0, NULL, &events[0],
                 ^{ a[get_global_id(0)] += 1000; });
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange, 0, NULL, &events[1],
                 ^{ a[8 + get_global_id(0)] += 2000; });
  enqueue_marker(q, 2, events, &marker_event);
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange, 1, &marker_event, NULL,
                 ^{ size_t i = get_global_id(0); a[16 + i] = a[i] + a[8 + i]; });
  release_event(events[0]);
  release_event(events[1]);
  release_event(marker_event); })",
             R"(
kernel void k(global<int> *a, device_queue q, device_queue r) {
  event marker_event;
  event events[2];
  ndrange range(8);
  q.enqueue_kernel(enqueue_policy::no_wait, 0, nullptr, &events[0], range,
                   [=] { a[get_global_id(0)] += 1000; });
  q.enqueue_kernel(enqueue_policy::no_wait, 0, nullptr, &events[1], range,
                   [=] { a[8 + get_global_id(0)] += 2000; });
  q.enqueue_marker(2, events, &marker_event);
  q.enqueue_kernel(enqueue_policy::no_wait, 1, &marker_event, nullptr, range,
                   [=] { size_t i = get_global_id(0); a[16 + i] = a[i] + a[8 + i]; });
  events[0].release();
  events[1].release();
  marker_event.release(); })",
             changed([](std::vector<int> &v) {
               for (int i = 0; i < 8; ++i) {
                 v[i] += 1000;
                 v[8 + i] += 2000;
                 v[16 + i] = v[i] + v[8 + i];
               }
             }));
}

} // namespace
} // namespace weft::test
