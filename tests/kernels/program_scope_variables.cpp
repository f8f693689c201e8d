// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.7.1: variables of program scope in the global address space live as long as the
// program object.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

using ProgramScopeVariables = OpenClTest;

TEST_F(ProgramScopeVariables, AreTheProgramsOwn) {
  if (!deviceInfo<size_t>(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE))
    GTEST_SKIP() << "the device has no program-scope variables";
  const char source[] = "global int counter = 10; global int big[1000];\n"
                        "kernel void count(global int *out) { *out = ++counter + big[500]; }";
  Program first = buildProgram(source), second = buildProgram(source);
  EXPECT_GE(info<size_t>(clGetProgramBuildInfo, first.get(), device(),
                         cl_program_build_info{CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE}),
            4004u);
  auto out = buffer<int>(1);
  auto countOf = [&](cl_program program) {
    Kernel count = kernel(program, "count");
    count.setArgs(out);
    enqueue(count, 1);
    return read(out)[0];
  };
  EXPECT_EQ(countOf(first), 11);
  EXPECT_EQ(countOf(first), 12); // another kernel object, the same program
  EXPECT_EQ(countOf(second), 11);
}

TEST_F(ProgramScopeVariables, AStoreThroughAPointerInAVariableIsSeenInTheVariable) {
  Program program = buildProgram(
      "int var; int array[2]; global int *pointer;\n"
      "kernel void point(uint i) { array[0] = 1; array[1] = 2; pointer = array + i; }\n"
      "kernel void store(global int *out, int v) {\n"
      "  *pointer = v; out[0] = var; out[1] = array[0]; out[2] = array[1]; }");
  auto out = buffer<int>(3);
  for (cl_uint i = 0; i < 2; ++i) {
    Kernel point = kernel(program, "point"), store = kernel(program, "store");
    point.setArgs(i);
    store.setArgs(out, 99);
    enqueue(point, 1);
    enqueue(store, 1);
    std::vector<int> expected = {0, 1, 2};
    expected[1 + i] = 99;
    EXPECT_EQ(read(out), expected);
  }
}

// A constant that points at a variable lies among the variables, and is written when they are.
TEST_F(ProgramScopeVariables, AConstructorReadsConstantsThatPointAtVariables) {
  Program program = buildProgram(
      "global int x; constant struct { global int *p; int v[4]; } c = {&x, {1, 2, 3, 4}};\n"
      "struct Sum { int of; Sum() : of(0) {\n"
      "  for (uint i = 0; i < get_work_dim() + 3; ++i) { of += c.v[i]; *c.p = of; } } };\n"
      "global Sum sum;\n"
      "kernel void read(global int *out) { out[0] = sum.of; out[1] = x; }",
      "-cl-std=CLC++2021");
  auto out = buffer<int>(2);
  Kernel read = kernel(program, "read");
  read.setArgs(out);
  enqueue(read, 1);
  EXPECT_EQ(this->read(out), (std::vector<int>{10, 10}));
}

} // namespace
} // namespace weft::test
