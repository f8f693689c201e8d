// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lambdas cost what blocks cost: children a second for the same work enqueued both ways, in turns.
// Build weft_bench and run it on a quiet machine; CTest does not.
#include "support/device_enqueue_test.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace weft::test {
namespace {

const char *const kBlocks = R"(
kernel void flat(global uint *out, global uint *failures, int n) {
  uint parent = get_global_id(0);
  int status = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(64), ^{
    uint lane = get_global_id(0);
    out[parent * 64 + lane] = parent * 3 + lane; });
  if (status != CLK_SUCCESS) ++*failures;
}
kernel void chain(global uint *out, global uint *failures, int left) {
  out[left] = left;
  if (left == 0) return;
  int status = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1),
                              ^{ chain(out, failures, left - 1); });
  if (status != CLK_SUCCESS) ++*failures;
}
kernel void tree(global uint *out, global uint *failures, int node) {
  out[node] = node;
  if (node >= 4096) return;
  for (int child = 2 * node; child <= 2 * node + 1; ++child)
    if (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                       ^{ tree(out, failures, child); }) != CLK_SUCCESS) ++*failures;
}
kernel void locals(global uint *out, global uint *failures, int n) {
  uint parent = get_global_id(0);
  int status = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(64, 64),
    ^(local void *p) {
      local uint *a = p; uint l = get_local_id(0);
      a[l] = parent + l; barrier(CLK_LOCAL_MEM_FENCE); out[parent * 64 + l] = a[63 - l]; }, 256u);
  if (status != CLK_SUCCESS) ++*failures;
}
)";

const char *const kLambdas = R"(
#include <opencl_device_queue>
#include <opencl_work_item>
#include <opencl_synchronization>
using namespace cl;
kernel void flat(global<uint> *out, global<uint> *failures, int n) {
  uint parent = get_global_id(0);
  auto status = get_default_device_queue().enqueue_kernel(enqueue_policy::no_wait, ndrange(64), [=] {
    uint lane = get_global_id(0);
    out[parent * 64 + lane] = parent * 3 + lane; });
  if (status != enqueue_status::success) ++*failures;
}
kernel void chain(global<uint> *out, global<uint> *failures, int left) {
  out[left] = left;
  if (left == 0) return;
  auto status = get_default_device_queue().enqueue_kernel(enqueue_policy::wait_kernel, ndrange(1),
                              [=] { chain(out, failures, left - 1); });
  if (status != enqueue_status::success) ++*failures;
}
kernel void tree(global<uint> *out, global<uint> *failures, int node) {
  out[node] = node;
  if (node >= 4096) return;
  for (int child = 2 * node; child <= 2 * node + 1; ++child)
    if (get_default_device_queue().enqueue_kernel(enqueue_policy::no_wait, ndrange(1),
          [=] { tree(out, failures, child); }) != enqueue_status::success) ++*failures;
}
kernel void locals(global<uint> *out, global<uint> *failures, int n) {
  uint parent = get_global_id(0);
  auto status = get_default_device_queue().enqueue_kernel(enqueue_policy::no_wait, ndrange(64, 64),
    [=](local_ptr<uint[]> a) {
      uint l = get_local_id(0);
      a[l] = parent + l; work_group_barrier(mem_fence::local); out[parent * 64 + l] = a[63 - l]; },
    local_ptr<uint[]>::size_type(64));
  if (status != enqueue_status::success) ++*failures;
}
)";

class LambdasAndBlocks : public DeviceEnqueueTest {};

TEST_F(LambdasAndBlocks, ChildrenASecond) {
  replaceDefaultQueue(0, 16 << 20);
  struct Case {
    const char *kernel;
    int argument;
    size_t parents, children;
  };
  for (const Case &each : {Case{"flat", 0, 4096, 4096}, Case{"chain", 2000, 1, 2000},
                           Case{"tree", 1, 1, 8190}, Case{"locals", 0, 4096, 4096}}) {
    Kernel kernels[2] = {buildKernel(kBlocks, "-cl-std=CL3.0", each.kernel),
                         buildKernel(kLambdas, "-cl-std=CLC++2021", each.kernel)};
    auto out = buffer<cl_uint>(std::vector<cl_uint>(4096 * 64));
    auto failures = buffer<cl_uint>(std::vector<cl_uint>(1));
    for (Kernel &kernel : kernels)
      kernel.setArgs(out, failures, each.argument);
    std::vector<double> times[2];
    for (int round = 0; round < 200; ++round)
      for (int way : {0, 1}) {
        auto start = std::chrono::steady_clock::now();
        enqueue(kernels[way], each.parents);
        finish();
        std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
        if (round >= 20)
          times[way].push_back(spent.count());
      }
    for (std::vector<double> &list : times)
      std::sort(list.begin(), list.end());
    auto median = [](const std::vector<double> &list) { return list[list.size() / 2]; };
    std::printf("%-7s blocks %9.0f children/s, lambdas %9.0f, lambdas take %.3f of the time "
                "(%.3f best)\n",
                each.kernel, double(each.children) / median(times[0]),
                double(each.children) / median(times[1]), median(times[1]) / median(times[0]),
                times[1].front() / times[0].front());
    EXPECT_EQ(read(failures)[0], 0u);
    EXPECT_LT(times[1].front() / times[0].front(), 1.05) << each.kernel;
  }
}

} // namespace
} // namespace weft::test
