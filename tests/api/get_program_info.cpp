// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetProgramInfo and clGetProgramBuildInfo: OpenCL 3.0 API 5.8.9 Program Object Queries.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

using ::testing::UnorderedElementsAre;

const char kSource[] = "kernel void one(global int *out) { *out = 1; }\n"
                       "kernel void two(global int *out) { *out = VALUE; }\n";

using ClGetProgramInfo = OpenClTest;

TEST_F(ClGetProgramInfo, ListsTheKernels) {
  Program program = buildProgram(kSource, "-DVALUE=2");
  EXPECT_EQ(info<size_t>(clGetProgramInfo, program.get(), cl_program_info{CL_PROGRAM_NUM_KERNELS}),
            2u);
  EXPECT_EQ(
      info<std::string>(clGetProgramInfo, program.get(), cl_program_info{CL_PROGRAM_KERNEL_NAMES}),
      "one;two");
  for (cl_program_info name :
       {CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT})
    EXPECT_EQ(info<cl_bool>(clGetProgramInfo, program.get(), name), cl_bool(CL_FALSE));
}

TEST_F(ClGetProgramInfo, AnswersBeforeABuild) {
  Program program = programWithSource(kSource);
  auto ask = [&](cl_program_info name) {
    size_t size = 0;
    return clGetProgramInfo(program, name, 0, nullptr, &size);
  };
  EXPECT_EQ(info<cl_context>(clGetProgramInfo, program.get(), cl_program_info{CL_PROGRAM_CONTEXT}),
            context());
  EXPECT_EQ(info<cl_uint>(clGetProgramInfo, program.get(), cl_program_info{CL_PROGRAM_NUM_DEVICES}),
            1u);
  EXPECT_THAT(info<std::vector<cl_device_id>>(clGetProgramInfo, program.get(),
                                              cl_program_info{CL_PROGRAM_DEVICES}),
              UnorderedElementsAre(device()));
  EXPECT_THAT(info<std::vector<size_t>>(clGetProgramInfo, program.get(),
                                        cl_program_info{CL_PROGRAM_BINARY_SIZES}),
              UnorderedElementsAre(0u));
  size_t size = 77;
  char untouched = 'u';
  EXPECT_SUCCESS(clGetProgramInfo(program, CL_PROGRAM_IL, 1, &untouched, &size));
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(untouched, 'u');
  for (cl_program_info name :
       {CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_KERNEL_NAMES, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT,
        CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT})
    EXPECT_CL(CL_INVALID_PROGRAM_EXECUTABLE, ask(name));
}

TEST_F(ClGetProgramInfo, RefusesWhatTheSpecificationDoes) {
  Program program = programWithSource(kSource);
  cl_uint value;
  EXPECT_CL(CL_INVALID_PROGRAM,
            clGetProgramInfo(nullptr, CL_PROGRAM_NUM_DEVICES, sizeof value, &value, nullptr));
  EXPECT_CL(CL_INVALID_VALUE,
            clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof value - 1, &value, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, clGetProgramInfo(program, 0, sizeof value, &value, nullptr));
  EXPECT_CL(CL_INVALID_VALUE,
            clGetProgramInfo(program, CL_PROGRAM_BUILD_STATUS, sizeof value, &value, nullptr));

  EXPECT_CL(CL_INVALID_PROGRAM, clGetProgramBuildInfo(nullptr, device(), CL_PROGRAM_BUILD_STATUS,
                                                      sizeof value, &value, nullptr));
  EXPECT_CL(CL_INVALID_DEVICE, clGetProgramBuildInfo(program, nullptr, CL_PROGRAM_BUILD_STATUS,
                                                     sizeof value, &value, nullptr));
  EXPECT_CL(CL_INVALID_VALUE,
            clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_STATUS, 1, &value, nullptr));
  EXPECT_CL(CL_INVALID_VALUE,
            clGetProgramBuildInfo(program, device(), 0, sizeof value, &value, nullptr));
}

TEST_F(ClGetProgramInfo, BinariesGoOnlyToTheBuffersGiven) {
  Program program = buildProgram(kSource, "-DVALUE=2");
  unsigned char *none[] = {nullptr};
  EXPECT_SUCCESS(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof none, none, nullptr));
  EXPECT_CL(CL_INVALID_VALUE,
            clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof none - 1, none, nullptr));
  size_t size = 0;
  EXPECT_SUCCESS(clGetProgramInfo(program, CL_PROGRAM_BINARIES, 0, nullptr, &size));
  EXPECT_EQ(size, sizeof none);
}

} // namespace
} // namespace weft::test
