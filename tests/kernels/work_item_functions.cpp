// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.1 Work-Item Functions, in every shape of ND-range.
#include "support/kernel_test.h"

namespace weft::test {
namespace {

using WorkItemFunctions = KernelTest;

struct Function {
  const char *call; // with %d for the dimension
  size_t (*expected)(const WorkItem &item, int dimension);
};

const Function kFunctions[] = {
    {"get_global_id", [](const WorkItem &i, int d) { return i.global[d]; }},
    {"get_local_id", [](const WorkItem &i, int d) { return i.local[d]; }},
    {"get_group_id", [](const WorkItem &i, int d) { return i.group[d]; }},
    {"get_global_size", [](const WorkItem &i, int d) { return i.globalSize[d]; }},
    {"get_local_size", [](const WorkItem &i, int d) { return i.localSize[d]; }},
    {"get_enqueued_local_size", [](const WorkItem &i, int d) { return i.enqueuedLocalSize[d]; }},
    {"get_num_groups", [](const WorkItem &i, int d) { return i.groups[d]; }},
    {"get_global_offset", [](const WorkItem &i, int d) { return i.offset[d]; }},
};

TEST_F(WorkItemFunctions, OfEveryDimension) {
  for (const Function &function : kFunctions) {
    SCOPED_TRACE(function.call);
    const std::string name = function.call;
    Kernel each = buildKernel("kernel void each(global ulong *out, uint dimension) {"
                              "  size_t i = get_global_linear_id();"
                              "  out[i] = dimension == 0 ? " +
                              name + "(0) : dimension == 1 ? " + name + "(1) : " + name + "(2); }");
    for (cl_uint d = 0; d < 3; ++d)
      expectOnEveryShape<cl_ulong>(
          each, [&](const WorkItem &item) { return function.expected(item, int(d)); }, d);
  }
}

// "Valid values of dimindx are 0 to get_work_dim() - 1. For other values, ..." ids are 0, sizes 1.
TEST_F(WorkItemFunctions, TakeADimensionThatOnlyTheRunKnows) {
  for (const Function &function : kFunctions) {
    SCOPED_TRACE(function.call);
    Kernel each = buildKernel(std::string("kernel void each(global ulong *out, uint d) {"
                                          "  out[get_global_linear_id()] = ") +
                              function.call + "(d); }");
    for (cl_uint d : {0u, 1u, 2u, 3u, 1000000u})
      expectOnEveryShape<cl_ulong>(
          each,
          [&](const WorkItem &item) {
            return d < 3 ? function.expected(item, int(d))
                         : function.expected(WorkItem{}, 0); // ids 0, sizes 1
          },
          d);
  }
}

// Work-items that differ along x only still run once for each y and z.
TEST_F(WorkItemFunctions, AlongXInLaunchesOfMoreDimensions) {
  Kernel count = buildKernel("kernel void count(global int *out) {"
                             "  atomic_inc(&out[get_global_id(0) - get_global_offset(0)]); }");
  for (const Shape &shape :
       {Shape{1, {100, 1, 1}, {20, 1, 1}, {7}}, Shape{2, {37, 5, 1}, {8, 2, 1}, {3, 9}},
        Shape{3, {70, 4, 3}, {64, 1, 2}, {1, 2, 3}}, Shape{3, {2, 3, 5}, {1, 3, 1}}}) {
    SCOPED_TRACE(shape.name());
    auto out = buffer(std::vector<int>(shape.global[0] + 1));
    count.setArgs(out);
    enqueue(count, shape.range());
    std::vector<int> expected(shape.global[0], int(shape.global[1] * shape.global[2]));
    expected.push_back(0);
    EXPECT_EQ(read(out), expected);
  }
}

TEST_F(WorkItemFunctions, LinearIdsAndWorkDim) {
  Kernel linear = buildKernel("kernel void linear(global ulong *out) {"
                              "  out[get_global_linear_id()] = get_local_linear_id() * 16"
                              "      + get_work_dim(); }");
  expectOnEveryShape<cl_ulong>(
      linear, [](const WorkItem &item) { return item.localLinear() * 16 + item.dimensions; });
}

TEST_F(WorkItemFunctions, WhereTheDriverChoosesTheGroups) {
  Kernel kernel = buildKernel("kernel void covers(global int *out) {"
                              "  size_t x = get_group_id(0) * get_enqueued_local_size(0) +"
                              "             get_local_id(0);"
                              "  size_t y = get_group_id(1) * get_enqueued_local_size(1) +"
                              "             get_local_id(1);"
                              "  atomic_inc(&out[y * get_global_size(0) + x]); }");
  for (size_t width : {1, 7, 64, 129, 1021})
    for (size_t height : {1, 3, 64}) {
      auto out = buffer<int>(std::vector<int>(width * height, 0));
      kernel.setArgs(out);
      enqueue(kernel, NDRange({width, height}));
      EXPECT_THAT(read(out), ::testing::Each(1)) << width << "x" << height;
    }
}

} // namespace
} // namespace weft::test
