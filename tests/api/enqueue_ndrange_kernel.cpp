// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL 3.0 API 5.10 Executing Kernels: clEnqueueNDRangeKernel, clEnqueueTask, and
// cl_khr_suggested_local_work_size.
#include "support/opencl_test.h"

#include <cstdint>

namespace weft::test {
namespace {

using ::testing::Each;

constexpr const char *kIds = "kernel void ids(global uint *out) {"
                             "  out[get_global_linear_id()] = get_global_id(0) + 1000 *"
                             "      get_global_id(1) + 1000000 * get_local_size(0); }";

class ClEnqueueNDRangeKernel : public OpenClTest {
protected:
  cl_int launch(cl_kernel kernel, cl_uint dimensions, const size_t *offset, const size_t *global,
                const size_t *local) const {
    return clEnqueueNDRangeKernel(queue(), kernel, dimensions, offset, global, local, 0, nullptr,
                                  nullptr);
  }
  cl_int launch(cl_kernel kernel, const NDRange &range) const {
    return launch(kernel, range.dimensions(), range.offset(), range.global(), range.local());
  }
};

TEST_F(ClEnqueueNDRangeKernel, LaterSetKernelArgDoesNotChangeAQueuedLaunch) {
  auto kernel = buildKernel("kernel void fill(global int *out, int value) {"
                            "  out[get_global_id(0)] = value; }");
  auto out = buffer<cl_int>(64);
  auto gate = userEvent();
  kernel.setArgs(out, 1);
  enqueue(kernel, 64, {gate.get()});
  kernel.setArgs(out, 2);
  gate.complete();
  EXPECT_THAT(read(out), Each(1));
}

TEST_F(ClEnqueueNDRangeKernel, RefusesBadSizes) {
  auto kernel = buildKernel(kIds);
  auto out = buffer<cl_uint>(4096);
  size_t max = deviceInfo<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(kernel, NDRange(16)), CL_INVALID_KERNEL_ARGS) << "before any is set";
  kernel.setArgs(out);
  size_t sizes[4] = {16, 1, 1, 1};
  EXPECT_EQ(launch(kernel, 0, nullptr, sizes, nullptr), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(launch(kernel, 4, nullptr, sizes, nullptr), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(launch(kernel, NDRange(16).local({0})), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_THAT(launch(kernel, NDRange(max * 2).local({max * 2})),
              ::testing::AnyOf(CL_INVALID_WORK_GROUP_SIZE, CL_INVALID_WORK_ITEM_SIZE));
  EXPECT_EQ(launch(kernel, NDRange({max, 2}).local({max, 2})), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(kernel, NDRange(16).offset({SIZE_MAX})), CL_INVALID_GLOBAL_OFFSET);
  EXPECT_EQ(launch(nullptr, NDRange(16)), CL_INVALID_KERNEL);
  EXPECT_EQ(
      clEnqueueNDRangeKernel(nullptr, kernel, 1, nullptr, sizes, nullptr, 0, nullptr, nullptr),
      CL_INVALID_COMMAND_QUEUE);
}

TEST_F(ClEnqueueNDRangeKernel, RunsNothingWhereThereIsNothing) {
  auto kernel = buildKernel(kIds);
  auto out = buffer<cl_uint>(std::vector<cl_uint>(16, 7));
  kernel.setArgs(out);
  EXPECT_EQ(launch(kernel, 1, nullptr, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(launch(kernel, NDRange({4, 0})), CL_SUCCESS);
  EXPECT_EQ(launch(kernel, NDRange({0, 4}).local({2, 2})), CL_SUCCESS);
  EXPECT_THAT(read(out), Each(7u));
}

TEST_F(ClEnqueueNDRangeKernel, RequiredWorkGroupSizeMustMatch) {
  auto kernel = buildKernel("kernel __attribute__((reqd_work_group_size(8, 2, 1)))"
                            "void sizes(global uint *out) {"
                            "  out[get_global_linear_id()] = get_local_size(0) * 10 +"
                            "      get_local_size(1); }");
  auto out = buffer<cl_uint>(16 * 4);
  kernel.setArgs(out);
  EXPECT_EQ(launch(kernel, NDRange({16, 4}).local({4, 4})), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(kernel, NDRange({16, 4}).local({8, 2})), CL_SUCCESS);
  EXPECT_THAT(read(out), Each(82u));
  write(out, std::vector<cl_uint>(64, 0));
  EXPECT_EQ(launch(kernel, NDRange({16, 4})), CL_SUCCESS) << "the driver takes it";
  EXPECT_THAT(read(out), Each(82u));
}

TEST_F(ClEnqueueNDRangeKernel, UniformWorkGroupsMustDivide) {
  const char *source = "kernel void one(global uint *out) { out[get_global_id(0)] = 1; }";
  auto out = buffer<cl_uint>(10);
  auto uniform = buildKernel(source, "-cl-std=CL3.0 -cl-uniform-work-group-size");
  uniform.setArgs(out);
  EXPECT_EQ(launch(uniform, NDRange(10).local({4})), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(uniform, NDRange(10).local({5})), CL_SUCCESS);
  auto old = buildKernel(source, "-cl-std=CL1.2");
  old.setArgs(out);
  EXPECT_EQ(launch(old, NDRange(10).local({4})), CL_INVALID_WORK_GROUP_SIZE);
  auto free = buildKernel(source, "-cl-std=CL3.0");
  free.setArgs(out);
  write(out, std::vector<cl_uint>(10, 0));
  EXPECT_EQ(launch(free, NDRange(10).local({4})), CL_SUCCESS);
  EXPECT_THAT(read(out), Each(1u));
}

TEST_F(ClEnqueueNDRangeKernel, DriverChosenLocalSizeCoversEverything) {
  auto kernel = buildKernel(kIds);
  for (size_t x : {1, 7, 64, 257, 1009})
    for (size_t y : {1, 3, 16}) {
      auto out = buffer<cl_uint>(x * y);
      kernel.setArgs(out);
      ASSERT_EQ(launch(kernel, NDRange({x, y}).offset({5, 2})), CL_SUCCESS);
      auto values = read(out);
      for (size_t i = 0; i < x * y; ++i)
        ASSERT_EQ(values[i] % 1000000, (i % x + 5 + 1000 * (i / x + 2)) % 1000000) << x << 'x' << y;
    }
}

TEST_F(ClEnqueueNDRangeKernel, TooMuchPrivateMemoryFailsTheLaunchNotTheProcess) {
  auto kernel = buildKernel("kernel void huge(global int *out, int n) {"
                            "  int array[1 << 22];"
                            "  for (int i = 0; i < n; ++i) array[(i * 7919) & ((1 << 22) - 1)] = i;"
                            "  out[get_global_id(0)] = array[n & ((1 << 22) - 1)]; }");
  auto out = buffer<cl_int>(4096);
  kernel.setArgs(out, 3);
  cl_int status = launch(kernel, NDRange(4096).local({4096}));
  EXPECT_THAT(status, ::testing::AnyOf(CL_SUCCESS, CL_OUT_OF_RESOURCES));
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
}

TEST_F(ClEnqueueNDRangeKernel, TaskIsOneWorkItem) {
  auto kernel =
      buildKernel("kernel void task(global uint *out) {"
                  "  out[get_global_id(0)] = get_global_size(0) * 10 + get_work_dim(); }");
  auto out = buffer<cl_uint>(std::vector<cl_uint>(2, 7));
  kernel.setArgs(out);
  Event event;
  ASSERT_EQ(clEnqueueTask(queue(), kernel, 0, nullptr, event.out()), CL_SUCCESS);
  EXPECT_EQ(
      info<cl_command_type>(clGetEventInfo, event.get(), cl_event_info{CL_EVENT_COMMAND_TYPE}),
      cl_command_type{CL_COMMAND_TASK});
  EXPECT_THAT(read(out), ::testing::ElementsAre(11u, 7u));
  EXPECT_EQ(clEnqueueTask(queue(), nullptr, 0, nullptr, nullptr), CL_INVALID_KERNEL);
}

TEST_F(ClEnqueueNDRangeKernel, SuggestedLocalSizeIsTheOneTaken) {
  ASSERT_TRUE(hasExtension("cl_khr_suggested_local_work_size"));
  cl_platform_id platform = deviceInfo<cl_platform_id>(CL_DEVICE_PLATFORM);
  auto suggest = reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSuggestedLocalWorkSizeKHR"));
  ASSERT_NE(suggest, nullptr);
  auto kernel = buildKernel(kIds);
  auto out = buffer<cl_uint>(4096);
  size_t global[] = {1024, 4}, zero[] = {0, 4}, local[2] = {0, 0};
  EXPECT_EQ(suggest(queue(), kernel, 2, nullptr, global, local), CL_INVALID_KERNEL_ARGS);
  kernel.setArgs(out);
  ASSERT_EQ(suggest(queue(), kernel, 2, nullptr, global, local), CL_SUCCESS);
  EXPECT_EQ(global[0] % local[0], 0u);
  ASSERT_EQ(launch(kernel, NDRange({1024, 4})), CL_SUCCESS);
  EXPECT_EQ(read(out)[0] / 1000000, local[0]);
  EXPECT_EQ(suggest(queue(), kernel, 2, nullptr, global, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(suggest(queue(), kernel, 2, nullptr, nullptr, local), CL_INVALID_GLOBAL_WORK_SIZE);
  EXPECT_EQ(suggest(queue(), kernel, 2, nullptr, zero, local), CL_INVALID_GLOBAL_WORK_SIZE);
  EXPECT_EQ(suggest(queue(), kernel, 0, nullptr, global, local), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(suggest(nullptr, kernel, 1, nullptr, global, local), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(suggest(queue(), nullptr, 1, nullptr, global, local), CL_INVALID_KERNEL);
}

} // namespace
} // namespace weft::test
