// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel arguments of every kind reach the kernel as they were set: sizes, alignment, padding.
#include "support/kernel_test.h"

#include <cstring>

namespace weft::test {
namespace {

using ::testing::ElementsAreArray;

class Arguments : public OpenClTest {
protected:
  /// Sends `bytes` as an argument of `type` and copies it into a buffer on the device.
  void expectArrives(const std::string &type, size_t bytes) {
    SCOPED_TRACE(type);
    std::vector<unsigned char> sent(bytes);
    for (size_t i = 0; i < bytes; ++i)
      sent[i] = static_cast<unsigned char>(0x11 + 7 * i);
    // Small arguments on both sides show a wrong offset.
    Kernel kernel = buildKernel("kernel void k(char before, " + type + " value, global " + type +
                                " *out, short after, global int *seen) {"
                                "  *out = value; seen[0] = before; seen[1] = after; }");
    const cl_char before = 3;
    const cl_short after = 1234;
    auto out = buffer<unsigned char>(bytes);
    auto seen = buffer<int>(2);
    kernel.setArg(0, before);
    check(clSetKernelArg(kernel, 1, bytes, sent.data()), "clSetKernelArg");
    kernel.setArg(2, out);
    kernel.setArg(3, after);
    kernel.setArg(4, seen);
    enqueue(kernel, 1);
    EXPECT_THAT(read(out), ElementsAreArray(sent));
    EXPECT_THAT(read(seen), ::testing::ElementsAre(3, 1234));
    EXPECT_CL(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 1, bytes + 1, sent.data()));
    EXPECT_CL(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 1, 0, sent.data()));
  }
};

TEST_F(Arguments, ScalarsAndVectorsOfEveryWidth) {
  const struct {
    const char *name;
    size_t bytes;
  } scalars[] = {{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"int", 4},
                 {"uint", 4}, {"long", 8},  {"ulong", 8}, {"float", 4},  {"double", 8}};
  for (const auto &scalar : scalars) {
    expectArrives(scalar.name, scalar.bytes);
    for (size_t width : {2, 4, 8, 16})
      expectArrives(scalar.name + std::to_string(width), scalar.bytes * width);
  }
}

// OpenCL C 6.3.5: a 3-component vector has the size of a 4-component one; its fourth is
// unspecified.
TEST_F(Arguments, VectorsOfThree) {
  Kernel kernel = buildKernel("kernel void k(float3 a, char3 b, global float *out, double3 c) {"
                              "  out[0] = a.x; out[1] = a.y; out[2] = a.z;"
                              "  out[3] = b.x; out[4] = b.y; out[5] = b.z;"
                              "  out[6] = c.x; out[7] = c.y; out[8] = c.z; }");
  auto out = buffer<float>(9);
  kernel.setArgs(cl_float4{{1, 2, 3, 99}}, cl_char4{{4, 5, 6, 99}}, out, cl_double4{{7, 8, 9, 99}});
  enqueue(kernel, 1);
  EXPECT_THAT(read(out), ::testing::ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9));
}

TEST_F(Arguments, StructsByValue) {
  struct Inner {
    cl_char a;
    cl_short b;
  };
  struct Value {
    cl_char tag;
    cl_double number;
    Inner inner[3];
    cl_float4 vector;
    cl_uchar last;
  };
  Kernel kernel = buildKernel(
      "typedef struct { char a; short b; } Inner;"
      "typedef struct { char tag; double number; Inner inner[3]; float4 vector; uchar last; } "
      "Value;"
      "kernel void k(Value value, global float *out, int index) {"
      "  value.inner[index].b += 1; /* a copy: other items must not see it */"
      "  size_t i = get_global_id(0) * 8;"
      "  out[i] = value.tag; out[i + 1] = value.number; out[i + 2] = value.inner[0].a;"
      "  out[i + 3] = value.inner[1].b; out[i + 4] = value.inner[2].b; out[i + 5] = value.vector.w;"
      "  out[i + 6] = value.last; out[i + 7] = sizeof(Value); }");
  Value value{};
  value.tag = 1;
  value.number = 2;
  value.inner[0] = {3, 0};
  value.inner[1] = {0, 4};
  value.inner[2] = {0, 5};
  value.vector = cl_float4{{0, 0, 0, 6}};
  value.last = 7;
  auto out = buffer<float>(8 * 33);
  kernel.setArgs(value, out, cl_int{2});
  enqueue(kernel, NDRange(33).local({11}));
  const std::vector<float> got = read(out);
  for (size_t i = 0; i < 33; ++i)
    EXPECT_THAT(std::vector<float>(&got[i * 8], &got[i * 8] + 8),
                ::testing::ElementsAre(1, 2, 3, 4, 6, 6, 7, sizeof(Value)));
}

TEST_F(Arguments, NullBuffers) {
  Kernel kernel = buildKernel("kernel void k(global int *a, constant int *b, global int *out) {"
                              "  out[0] = a == 0; out[1] = b == 0; }");
  auto out = buffer<int>(2);
  kernel.setArg(0, cl_mem{nullptr});
  check(clSetKernelArg(kernel, 1, sizeof(cl_mem), nullptr), "clSetKernelArg");
  kernel.setArg(2, out);
  enqueue(kernel, 1);
  EXPECT_THAT(read(out), ::testing::ElementsAre(1, 1));
}

TEST_F(Arguments, TheSameBufferTwiceAndSubBuffers) {
  auto memory = buffer<int>(std::vector<int>(2048, 1));
  const cl_buffer_region region = {4096, 1024};
  cl_int status = CL_SUCCESS;
  Mem part(
      clCreateSubBuffer(memory, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &status));
  ASSERT_SUCCESS(status);
  Kernel kernel =
      buildKernel("kernel void k(global int *all, global int *part, global int *again) {"
                  "  part[0] = 5; again[1] = 6; all[2] = (int)(part - all); }");
  kernel.setArgs(memory, part, memory);
  enqueue(kernel, 1);
  const std::vector<int> got = read(memory);
  EXPECT_EQ(got[1024], 5);
  EXPECT_EQ(got[1], 6);
  EXPECT_EQ(got[2], 1024);
}

TEST_F(Arguments, ManyOfThem) {
  std::string parameters, sum;
  for (int i = 0; i < 100; ++i) {
    parameters += ", " +
                  std::string(i % 3 == 0   ? "char"
                              : i % 3 == 1 ? "long"
                                           : "int") +
                  " a" + std::to_string(i);
    sum += " + a" + std::to_string(i);
  }
  Kernel kernel =
      buildKernel("kernel void k(global long *out" + parameters + ") { *out = 0" + sum + "; }");
  auto out = buffer<cl_long>(1);
  kernel.setArg(0, out);
  for (cl_uint i = 0; i < 100; ++i) {
    if (i % 3 == 0)
      kernel.setArg(i + 1, static_cast<cl_char>(i));
    else if (i % 3 == 1)
      kernel.setArg(i + 1, static_cast<cl_long>(i));
    else
      kernel.setArg(i + 1, static_cast<cl_int>(i));
  }
  enqueue(kernel, 1);
  EXPECT_EQ(read(out)[0], 99 * 100 / 2);
}

TEST_F(Arguments, PointersToConstantStructsAndTwoDimensionalArrays) {
  Kernel kernel =
      buildKernel("typedef struct { int rows[2][3]; } Table;"
                  "kernel void k(constant Table *table, global int *out) {"
                  "  size_t i = get_global_id(0); out[i] = table->rows[i / 3][i % 3]; }");
  auto table = buffer<int>({1, 2, 3, 4, 5, 6});
  auto out = buffer<int>(6);
  kernel.setArgs(table, out);
  enqueue(kernel, 6);
  EXPECT_THAT(read(out), ::testing::ElementsAre(1, 2, 3, 4, 5, 6));
}

} // namespace
} // namespace weft::test
