// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL 3.0 API 5.9.4 clGetKernelSubGroupInfo, and the queries of cl_intel_required_subgroup_size.
#include "support/opencl_test.h"
#include "support/status.h"

#include <CL/cl_ext.h>

#include <numeric>

namespace weft::test {
namespace {

constexpr const char *kSource = R"(
  kernel void free_size(global uint *out) {
    out[2 * get_global_linear_id()] = get_max_sub_group_size();
    out[2 * get_global_linear_id() + 1] = get_num_sub_groups();
  }
  __attribute__((intel_reqd_sub_group_size(8)))
  kernel void eight(global uint *out) { *out = sub_group_reduce_add(1u); }
  __attribute__((intel_reqd_sub_group_size(8), reqd_work_group_size(16, 1, 1)))
  kernel void eight_of_sixteen(global uint *out) { *out = sub_group_reduce_add(1u); }
  __attribute__((intel_reqd_sub_group_size(8), reqd_work_group_size(4, 4, 1)))
  kernel void square(global uint *out) { *out = sub_group_reduce_add(1u); }
  kernel void crowded(global uint *out, uint n) {
    uint array[64];
    for (uint i = 0; i < 64; ++i) array[i] = out[i] * n;
    for (uint i = 0; i < 64; ++i) out[i] = array[(i * n) % 64];
  }
)";

class ClGetKernelSubGroupInfo : public OpenClTest {
protected:
  Program program = buildProgram(kSource);

  cl_int ask(cl_kernel kernel, cl_kernel_sub_group_info name, const std::vector<size_t> &input,
             std::vector<size_t> &answer) {
    size_t bytes = 0;
    const cl_int status = clGetKernelSubGroupInfo(
        kernel, device(), name, input.size() * sizeof(size_t), input.empty() ? nullptr : &input[0],
        answer.size() * sizeof(size_t), answer.empty() ? nullptr : &answer[0], &bytes);
    if (status == CL_SUCCESS)
      EXPECT_EQ(bytes, answer.size() * sizeof(size_t));
    return status;
  }
  size_t one(cl_kernel kernel, cl_kernel_sub_group_info name, const std::vector<size_t> &input) {
    std::vector<size_t> answer(1);
    EXPECT_CL(CL_SUCCESS, ask(kernel, name, input, answer));
    return answer[0];
  }
  std::vector<size_t> localSizeFor(cl_kernel kernel, size_t subGroups, size_t dimensions) {
    std::vector<size_t> answer(dimensions);
    EXPECT_CL(CL_SUCCESS,
              ask(kernel, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {subGroups}, answer));
    return answer;
  }
};

TEST_F(ClGetKernelSubGroupInfo, AnswersWhatTheKernelSees) {
  Kernel free = kernel(program, "free_size");
  for (const std::vector<size_t> &local :
       std::vector<std::vector<size_t>>{{1}, {33}, {8, 8}, {3, 5, 2}}) {
    const size_t items =
        std::accumulate(local.begin(), local.end(), size_t(1), std::multiplies<size_t>());
    auto out = buffer<cl_uint>(std::vector<cl_uint>(2 * items));
    free.setArgs(out);
    check(clEnqueueNDRangeKernel(queue(), free, cl_uint(local.size()), nullptr, &local[0],
                                 &local[0], 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    const std::vector<cl_uint> seen = read(out);
    EXPECT_EQ(one(free, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, local), seen[0]);
    EXPECT_EQ(one(free, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, local), seen[1]);
  }
}

TEST_F(ClGetKernelSubGroupInfo, KnowsTheSizeAsked) {
  Kernel eight = kernel(program, "eight");
  EXPECT_EQ(one(eight, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, {}), 8u);
  EXPECT_EQ(one(kernel(program, "free_size"), CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, {}), 0u);
  EXPECT_EQ(one(eight, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {100}), 8u);
  EXPECT_EQ(one(eight, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {100}), 13u);
  EXPECT_EQ(one(eight, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {3, 3, 3}), 4u);
  EXPECT_EQ(one(eight, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, {}), 0u);
  EXPECT_EQ(one(eight, CL_KERNEL_MAX_NUM_SUB_GROUPS, {}),
            deviceInfo<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE) / 8);
}

TEST_F(ClGetKernelSubGroupInfo, FindsALocalSize) {
  using Sizes = std::vector<size_t>;
  Kernel eight = kernel(program, "eight");
  EXPECT_EQ(localSizeFor(eight, 3, 1), (Sizes{24}));
  EXPECT_EQ(localSizeFor(eight, 3, 3), (Sizes{24, 1, 1}));
  EXPECT_EQ(localSizeFor(eight, 100000, 3), (Sizes{0, 0, 0}));
  EXPECT_EQ(localSizeFor(eight, ~size_t(0) / 8 + 2, 1), (Sizes{0}));
  Kernel fixed = kernel(program, "eight_of_sixteen");
  EXPECT_EQ(localSizeFor(fixed, 2, 2), (Sizes{16, 1}));
  EXPECT_EQ(localSizeFor(fixed, 1, 2), (Sizes{0, 0}));
  EXPECT_EQ(localSizeFor(kernel(program, "square"), 2, 2), (Sizes{0, 0}));
  // The size of what is not given does not matter, and more room than needed does no harm.
  size_t one = 1, sizes[5] = {7, 7, 7, 7, 7}, bytes = 0;
  EXPECT_CL(CL_SUCCESS,
            clGetKernelSubGroupInfo(eight, device(), CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
                                    sizeof one, &one, 3, nullptr, &bytes));
  EXPECT_EQ(bytes, sizeof(size_t));
  EXPECT_CL(CL_SUCCESS,
            clGetKernelSubGroupInfo(eight, device(), CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
                                    sizeof one, &one, sizeof sizes - 1, sizes, &bytes));
  EXPECT_EQ(bytes, 3 * sizeof(size_t));
  EXPECT_THAT(sizes, ::testing::ElementsAre(8, 1, 1, 7, 7));
}

TEST_F(ClGetKernelSubGroupInfo, Errors) {
  Kernel eight = kernel(program, "eight");
  size_t local = 8, answer = 0;
  auto status = [&](cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info name,
                    size_t inputSize, const void *input, size_t size) {
    return clGetKernelSubGroupInfo(kernel, device, name, inputSize, input, size, &answer, nullptr);
  };
  constexpr auto kCount = CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE;
  EXPECT_CL(CL_INVALID_VALUE, status(eight, device(), 0, 8, &local, 8));
  for (cl_kernel_sub_group_info name : {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, kCount,
                                        CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT}) {
    EXPECT_CL(CL_INVALID_VALUE, status(eight, device(), name, 8, nullptr, 8));
    EXPECT_CL(CL_INVALID_VALUE, status(eight, device(), name, 0, &local, 8));
    EXPECT_CL(CL_INVALID_VALUE, status(eight, device(), name, 7, &local, 8));
  }
  EXPECT_CL(CL_INVALID_VALUE, status(eight, device(), kCount, 8, &local, 7));
  EXPECT_CL(CL_SUCCESS, status(eight, nullptr, kCount, 8, &local, 8));
  EXPECT_CL(CL_INVALID_VALUE,
            status(eight, device(), CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, 8, &local, 7));
  // A product that size_t cannot hold is not one modulo 2^64.
  const size_t huge[] = {size_t(1) << 63, 2, 1}, most[] = {SIZE_MAX, 1, 1};
  EXPECT_CL(CL_INVALID_VALUE, status(eight, device(), kCount, sizeof huge, huge, 8));
  EXPECT_CL(CL_SUCCESS, status(eight, device(), kCount, sizeof most, most, 8));
  EXPECT_EQ(answer, SIZE_MAX / 8 + 1);
#ifdef WEFT_TEST_DIRECT
  EXPECT_CL(CL_INVALID_KERNEL, status(nullptr, device(), kCount, 8, &local, 8));
  EXPECT_CL(CL_INVALID_DEVICE,
            status(eight, reinterpret_cast<cl_device_id>(context()), kCount, 8, &local, 8));
#endif
}

TEST_F(ClGetKernelSubGroupInfo, RequiredSizesOfIntel) {
  size_t bytes = 0;
  ASSERT_CL(CL_SUCCESS,
            clGetDeviceInfo(device(), CL_DEVICE_SUB_GROUP_SIZES_INTEL, 0, nullptr, &bytes));
  std::vector<size_t> sizes(bytes / sizeof(size_t));
  ASSERT_CL(CL_SUCCESS,
            clGetDeviceInfo(device(), CL_DEVICE_SUB_GROUP_SIZES_INTEL, bytes, &sizes[0], nullptr));
  for (size_t size : sizes) {
    Kernel sized = buildKernel("__attribute__((intel_reqd_sub_group_size(" + std::to_string(size) +
                               "))) kernel void k(global uint *out) { *out = "
                               "get_max_sub_group_size(); }");
    EXPECT_EQ(one(sized, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {64}), size);
  }
  EXPECT_EQ(sizes, (std::vector<size_t>{1, 2, 4, 8, 16, 32}));
  // An array that registers cannot hold is on the stack, and little of a kernel without one.
  auto stack = [&](const char *name) {
    return info<cl_ulong>(clGetKernelWorkGroupInfo, kernel(program, name).get(), device(),
                          cl_kernel_work_group_info{CL_KERNEL_SPILL_MEM_SIZE_INTEL});
  };
  EXPECT_GE(stack("crowded"), 64 * sizeof(cl_uint));
  EXPECT_LT(stack("eight"), stack("crowded"));
}

} // namespace
} // namespace weft::test
