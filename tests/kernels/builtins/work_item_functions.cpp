// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.1 Work-Item Functions: in every number of dimensions, with offsets, with
// work-groups that do not divide the ND-range, and for dimensions that are not there.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

struct Shape {
  const char *name;
  NDRange range;
};
class WorkItemFunctions : public OpenClTest, public testing::WithParamInterface<Shape> {};

constexpr int kPerDimension = 8, kValues = 5 * kPerDimension + 3;

TEST_P(WorkItemFunctions, AgreeWithTheNDRange) {
  auto kernel = buildKernel(
      "#define VALUES " + std::to_string(kValues) +
      "\n"
      "kernel void f(global ulong *out, global int *visits, uint below) {\n"
      "  size_t me = get_global_linear_id();\n"
      "  atomic_inc(&visits[me]);\n"
      "  out += me * VALUES;\n"
      // The last two dimensions do not exist. The loop keeps them from being constants.
      "  for (uint i = 0; i < 5; ++i) {\n"
      "    uint d = i < 4 ? i : below;\n"
      "    *out++ = get_global_id(d); *out++ = get_local_id(d); *out++ = get_group_id(d);\n"
      "    *out++ = get_global_size(d); *out++ = get_local_size(d);\n"
      "    *out++ = get_enqueued_local_size(d); *out++ = get_num_groups(d);\n"
      "    *out++ = get_global_offset(d);\n  }\n"
      "  *out++ = get_work_dim(); *out++ = get_local_linear_id(); *out++ = me;\n}\n");
  const NDRange &range = GetParam().range;
  const size_t *global = range.global(), *offset = range.offset();
  size_t items = 1;
  for (cl_uint d = 0; d < range.dimensions(); ++d)
    items *= global[d];
  auto out = buffer(std::vector<uint64_t>(items * kValues));
  auto visits = buffer(std::vector<int>(items));
  kernel.setArgs(out, visits, cl_uint(0xffffffff));
  enqueue(kernel, range);
  EXPECT_EQ(read(visits), std::vector<int>(items, 1));
  const auto values = read(out);
  for (size_t item = 0; item < items; ++item) {
    const uint64_t *got = &values[item * kValues];
    const size_t id[5] = {item % global[0], item / global[0] % global[1],
                          item / global[0] / global[1], 0, 0};
    size_t linear = 0, stride = 1;
    for (cl_uint d = 0; d < 5; ++d) {
      const uint64_t *mine = got + d * kPerDimension;
      const bool exists = d < range.dimensions();
      const size_t size = exists ? global[d] : 1, start = exists && offset ? offset[d] : 0;
      // Where the driver chooses the local size, its choice is what it says it is.
      const size_t local = exists ? (range.local() ? range.local()[d] : mine[5]) : 1;
      ASSERT_GT(local, 0u);
      const size_t group = id[d] / local;
      ASSERT_EQ(mine[0], exists ? id[d] + start : 0) << item << " dimension " << d;
      ASSERT_EQ(mine[1], id[d] % local);
      ASSERT_EQ(mine[2], group);
      ASSERT_EQ(mine[3], size);
      ASSERT_EQ(mine[4], std::min(local, size - group * local));
      ASSERT_EQ(mine[5], local);
      ASSERT_EQ(mine[6], (size + local - 1) / local);
      ASSERT_EQ(mine[7], start);
      linear += mine[1] * stride;
      stride *= mine[4];
    }
    ASSERT_EQ(got[kValues - 3], range.dimensions());
    ASSERT_EQ(got[kValues - 2], linear);
    ASSERT_EQ(got[kValues - 1], item);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, WorkItemFunctions,
    testing::Values(Shape{"Line", NDRange(64).local({16})}, Shape{"DriverChooses", NDRange(60)},
                    Shape{"OffsetLine", NDRange(64).local({16}).offset({5})},
                    Shape{"Plane", NDRange({12, 10}).local({4, 5})},
                    Shape{"PlaneDriverChooses", NDRange({12, 10})},
                    Shape{"OffsetPlane", NDRange({12, 10}).local({3, 2}).offset({7, 1000})},
                    Shape{"Space", NDRange({6, 4, 10}).local({3, 2, 5}).offset({1, 2, 3})},
                    Shape{"NonUniformLine", NDRange(53).local({16})},
                    Shape{"NonUniformSpace", NDRange({7, 5, 3}).local({4, 3, 2}).offset({9, 0, 1})},
                    Shape{"OneItem", NDRange(1)}),
    [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace weft::test
