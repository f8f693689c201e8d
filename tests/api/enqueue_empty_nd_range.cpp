// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueNDRangeKernel over nothing: OpenCL 3.0 API 5.10 Executing Kernels.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

using ::testing::Each;
using EnqueueEmptyNDRange = OpenClTest;

// "If global_work_size is NULL, or the value in any passed dimension is 0 then the kernel command
// will trivially succeed after its event dependencies are satisfied"
TEST_F(EnqueueEmptyNDRange, RunsNoWorkItemAndCompletes) {
  auto kernel = buildKernel("kernel void fill(global int *out) { out[0] = 1; }");
  auto out = buffer<int>(std::vector<int>(4, 0));
  kernel.setArgs(out);
  const size_t zero[] = {0, 0, 0}, zeroInY[] = {4, 0, 1}, zeroOfMany[] = {SIZE_MAX, 0, SIZE_MAX};
  for (const size_t *size : {static_cast<const size_t *>(nullptr), zero, zeroInY, zeroOfMany})
    for (cl_uint dimensions : {2u, 3u}) {
      Event event;
      ASSERT_SUCCESS(clEnqueueNDRangeKernel(queue(), kernel, dimensions, nullptr, size, nullptr, 0,
                                            nullptr, event.out()));
      cl_event wait = event;
      ASSERT_SUCCESS(clWaitForEvents(1, &wait));
      EXPECT_EQ(status(event), CL_COMPLETE);
    }
  EXPECT_THAT(read(out), Each(0));
}

} // namespace
} // namespace weft::test
