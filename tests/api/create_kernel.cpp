// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateKernel, clCreateKernelsInProgram, clCloneKernel, clRetainKernel and clReleaseKernel:
// OpenCL 3.0 API 5.9.1 Creating Kernel Objects, 5.9.3 Copying Kernel Objects.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

using ::testing::UnorderedElementsAre;

const char kSource[] = "kernel void one(global int *out) { *out = 1; }\n"
                       "kernel void two(global int *out, int x, local int *tmp) {\n"
                       "  *tmp = x; *out = *tmp; }\n"
                       "void helper(global int *out) { *out = 3; }\n";

std::string nameOf(cl_kernel kernel) {
  return info<std::string>(clGetKernelInfo, kernel, cl_kernel_info{CL_KERNEL_FUNCTION_NAME});
}

using ClCreateKernel = OpenClTest;
using ClCreateKernelsInProgram = OpenClTest;
using ClCloneKernel = OpenClTest;
using ClReleaseKernel = OpenClTest;

TEST_F(ClCreateKernel, FindsAKernelByItsName) {
  Program program = buildProgram(kSource);
  EXPECT_EQ(nameOf(kernel(program, "two")), "two");
}

TEST_F(ClCreateKernel, RefusesWhatTheSpecificationDoes) {
  Program program = buildProgram(kSource);
  Program unbuilt = programWithSource(kSource);
  auto statusOf = [](cl_program program, const char *name) {
    return creationStatus([&](cl_int *status) { return clCreateKernel(program, name, status); });
  };
  EXPECT_CL(CL_INVALID_PROGRAM, statusOf(nullptr, "one"));
  EXPECT_CL(CL_INVALID_PROGRAM_EXECUTABLE, statusOf(unbuilt, "one"));
  EXPECT_CL(CL_INVALID_KERNEL_NAME, statusOf(program, "three"));
  EXPECT_CL(CL_INVALID_KERNEL_NAME, statusOf(program, "helper"));
  EXPECT_CL(CL_INVALID_KERNEL_NAME, statusOf(program, ""));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(program, nullptr));
  // None of these attached a kernel.
  EXPECT_SUCCESS(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
}

TEST_F(ClCreateKernelsInProgram, MakesAllOfThem) {
  Program program = buildProgram(kSource);
  cl_uint count = 0;
  ASSERT_SUCCESS(clCreateKernelsInProgram(program, 0, nullptr, &count));
  ASSERT_EQ(count, 2u);
  std::vector<cl_kernel> handles(4);
  ASSERT_SUCCESS(clCreateKernelsInProgram(program, 4, handles.data(), nullptr));
  EXPECT_EQ(handles[2], nullptr);
  Kernel first(handles[0]), second(handles[1]);
  EXPECT_THAT((std::vector{nameOf(first), nameOf(second)}), UnorderedElementsAre("one", "two"));
}

TEST_F(ClCreateKernelsInProgram, RefusesWhatTheSpecificationDoes) {
  Program program = buildProgram(kSource);
  Program unbuilt = programWithSource(kSource);
  cl_kernel kernels[2] = {};
  EXPECT_CL(CL_INVALID_PROGRAM, clCreateKernelsInProgram(nullptr, 2, kernels, nullptr));
  EXPECT_CL(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernelsInProgram(unbuilt, 2, kernels, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, clCreateKernelsInProgram(program, 1, kernels, nullptr));
  EXPECT_EQ(kernels[0], nullptr);
  // The failed call left no kernel attached.
  EXPECT_SUCCESS(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
}

TEST_F(ClCloneKernel, CopiesTheArgumentsOfThatMoment) {
  Program program = buildProgram(kSource);
  Kernel original = kernel(program, "two");
  auto out = buffer<int>(1);
  original.setArgs(out, 5, LocalMemory{64});
  Kernel clone(created("clCloneKernel", [&](cl_int *status) {
                 return clCloneKernel(original, status);
               }).detach());
  original.setArg(1, 6);
  enqueue(clone, 1);
  EXPECT_EQ(read(out)[0], 5);
  enqueue(original, 1);
  EXPECT_EQ(read(out)[0], 6);
  clone.setArg(1, 7);
  enqueue(original, 1);
  EXPECT_EQ(read(out)[0], 6);
  EXPECT_EQ(nameOf(clone), "two");
  EXPECT_EQ(info<cl_uint>(clGetKernelInfo, clone.get(), cl_kernel_info{CL_KERNEL_REFERENCE_COUNT}),
            1u);
  original.reset();
  enqueue(clone, 1);
  EXPECT_EQ(read(out)[0], 7);
}

TEST_F(ClCloneKernel, AnUnsetArgumentStaysUnset) {
  Program program = buildProgram(kSource);
  Kernel original = kernel(program, "one");
  Kernel clone(clCloneKernel(original, nullptr));
  size_t global = 1;
  EXPECT_CL(CL_INVALID_KERNEL_ARGS, clEnqueueNDRangeKernel(queue(), clone, 1, nullptr, &global,
                                                           nullptr, 0, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_KERNEL,
            creationStatus([](cl_int *status) { return clCloneKernel(nullptr, status); }));
}

TEST_F(ClReleaseKernel, CountsTheApplicationsReferences) {
  Program program = buildProgram(kSource);
  Kernel one = kernel(program, "one");
  auto count = [&] {
    return info<cl_uint>(clGetKernelInfo, one.get(), cl_kernel_info{CL_KERNEL_REFERENCE_COUNT});
  };
  EXPECT_EQ(count(), 1u);
  ASSERT_SUCCESS(clRetainKernel(one));
  EXPECT_EQ(count(), 2u);
  ASSERT_SUCCESS(clReleaseKernel(one));
  EXPECT_EQ(count(), 1u);
  EXPECT_CL(CL_INVALID_KERNEL, clRetainKernel(nullptr));
  EXPECT_CL(CL_INVALID_KERNEL, clReleaseKernel(nullptr));
}

TEST_F(ClReleaseKernel, ALaunchKeepsWhatItNeeds) {
  auto out = buffer<int>(1);
  UserEvent gate = userEvent();
  {
    Kernel one = buildKernel(kSource, "-cl-std=CL3.0", "one");
    one.setArgs(out);
    enqueue(one, 1, {gate});
  } // the program and the kernel are the launch's alone now
  gate.complete();
  EXPECT_EQ(read(out)[0], 1);
}

} // namespace
} // namespace weft::test
