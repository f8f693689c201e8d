// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ND-ranges whose ids do not fit into 32 bits, for which kernels have a second form.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

using LargeLaunch = OpenClTest;

// Once, code generation for size called fminf(), which no kernel object has, and the build failed.
TEST_F(LargeLaunch, BuildsWithMinimaAndMaxima) {
  Kernel kernel =
      buildKernel("kernel void k(global float *out) { size_t i = get_global_id(0);"
                  " float x = (float)i; float best = 100;"
                  " for (int n = 0; n < (int)(i % 9); ++n) { best = fmin(best, fabs(x - 3 * n));"
                  "   if (best < 1) break; x = fmax(x, sqrt(best)); }"
                  " out[i] = best; }");
  auto out = buffer<float>(16);
  kernel.setArgs(out);
  enqueue(kernel, 16);
  EXPECT_EQ(read(out)[0], 100);
}

TEST_F(LargeLaunch, OffsetsBeyond32Bits) {
  if (deviceInfo<cl_uint>(CL_DEVICE_ADDRESS_BITS) < 64)
    GTEST_SKIP() << "size_t has 32 bits on this device";
  Kernel kernel = buildKernel("kernel void k(global ulong *out, ulong base) {"
                              "  out[get_global_id(0) - base] = get_global_id(0) * 3; }");
  const size_t base = (size_t(1) << 33) + 5;
  auto out = buffer<cl_ulong>(100);
  kernel.setArgs(out, cl_ulong(base));
  enqueue(kernel, NDRange(100).local({10}).offset({base}));
  const auto got = read(out);
  for (size_t i = 0; i < got.size(); ++i)
    EXPECT_EQ(got[i], (base + i) * 3);
}

} // namespace
} // namespace weft::test
