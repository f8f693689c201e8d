// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_device_enqueue_local_arg_types: the local arguments of a block may be pointers to any
// type.
#include "support/device_enqueue_test.h"

namespace weft::test {
namespace {

using ::testing::ElementsAre;

class LocalArgTypes : public DeviceEnqueueTest {
protected:
  void SetUp() override {
    DeviceEnqueueTest::SetUp();
    if (!IsSkipped() && !hasExtension("cl_khr_device_enqueue_local_arg_types"))
      GTEST_SKIP() << "the device does not have the extension";
  }
};

TEST_F(LocalArgTypes, HasAMacroAndAPragma) {
  EXPECT_THAT(runWith("-cl-std=CL3.0 -Werror",
                      "#pragma OPENCL EXTENSION cl_khr_device_enqueue_local_arg_types : enable\n"
                      "kernel void k(global int *out) {\n"
                      "#ifdef cl_khr_device_enqueue_local_arg_types\n"
                      "out[0] = 1;\n#endif\n}",
                      1, 1),
              ElementsAre(1));
}

TEST_F(LocalArgTypes, InABlockLiteral) {
  EXPECT_THAT(run("typedef struct { float4 v; char c; } Thing;\n"
                  "kernel void k(global int *out) {\n"
                  "  out[8] = enqueue_kernel(get_default_queue(), 0, ndrange_1D(8, 4),\n"
                  "    ^(local int *a, __local Thing *restrict b, local void *c) {\n"
                  "      size_t l = get_local_id(0); local uchar2 *d = (local uchar2 *)c;\n"
                  "      a[l] = l; b[l].v = l * 10; b[l].c = 1; d[l] = (uchar2)(l, 100);\n"
                  "      barrier(CLK_LOCAL_MEM_FENCE);\n"
                  "      size_t o = 3 - l;\n"
                  "      out[get_global_id(0)] = a[o] + (int)b[o].v.w + b[o].c + d[o].y;\n"
                  "    }, 4 * (uint)sizeof(int), 4 * (uint)sizeof(Thing), 8u); }",
                  9, 1),
              ElementsAre(134, 123, 112, 101, 134, 123, 112, 101, 0));
}

TEST_F(LocalArgTypes, InABlockVariable) {
  EXPECT_THAT(
      run("kernel void k(global int *out) { int three = 3;\n"
          "  void (^block)(local int *, local float *) = ^(local int *a, local float *b) {\n"
          "    size_t l = get_local_id(0); a[l] = three; b[l] = 0.5f;\n"
          "    barrier(CLK_LOCAL_MEM_FENCE); out[l] = a[l ^ 1] + (int)(b[l ^ 1] * 4); };\n"
          "  out[4] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,\n"
          "    ndrange_1D(4, 4), block, 16u, 16u); }",
          5, 1),
      ElementsAre(5, 5, 5, 5, 0));
}

TEST_F(LocalArgTypes, WithEventsAndInOtherBlocks) {
  EXPECT_THAT(
      run("kernel void k(global int *out) { queue_t q = get_default_queue();\n"
          "  enqueue_kernel(q, 0, ndrange_1D(1), ^{ clk_event_t event;\n"
          "    void (^second)(local long *) = ^(local long *m) {\n"
          "      m[get_local_id(0)] = 7; barrier(CLK_LOCAL_MEM_FENCE);\n"
          "      out[get_local_id(0)] *= (int)m[1 - get_local_id(0)]; };\n"
          "    if (enqueue_kernel(q, 0, ndrange_1D(2, 2), 0, NULL, &event,\n"
          "          ^(local int *m) { m[get_local_id(0)] = 2; barrier(CLK_LOCAL_MEM_FENCE);\n"
          "            out[get_local_id(0)] = m[1 - get_local_id(0)] + 1; }, 8)) out[2] = 1;\n"
          "    if (enqueue_kernel(q, 0, ndrange_1D(2, 2), 1, &event, NULL, second, 16))\n"
          "      out[2] = 2;\n"
          "    release_event(event); }); }",
          3, 1),
      ElementsAre(21, 21, 0));
}

// Clang says what is wrong with other blocks, and where it is.
TEST_F(LocalArgTypes, OtherParametersAreRefused) {
  for (const char *block : {"^(global int *p) { }", "^(int i) { }", "^(local int p) { }"}) {
    SCOPED_TRACE(block);
    Program program = programWithSource(
        "kernel void k() { enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), " +
        std::string(block) + ", 16); }");
    EXPECT_CL(CL_BUILD_PROGRAM_FAILURE,
              clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr));
    EXPECT_THAT(buildLog(program), ::testing::HasSubstr("error"));
  }
}

} // namespace
} // namespace weft::test
