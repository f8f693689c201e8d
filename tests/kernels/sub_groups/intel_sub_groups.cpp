// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_subgroups: shuffles of scalars, vectors and pairs, block reads and writes; and
// cl_intel_required_subgroup_size.
#include "kernels/sub_groups/cooperation.h"

#include "support/status.h"

namespace weft::test {
namespace {

using ShuffledTypes = ::testing::Types<int32_t, uint32_t, int64_t, uint64_t, float, double>;

template <class T> class IntelShuffles : public CooperationTest {};
TYPED_TEST_SUITE(IntelShuffles, ShuffledTypes);

TYPED_TEST(IntelShuffles, OfScalarsAndVectors) {
  using T = TypeParam;
  using TeamT = const Team<T> &;
  for (int width : kWidths) {
    if (width > 1 && (sizeof(T) == 8)) // the specification has vectors of 32-bit types only
      continue;
    const std::string type = kTypeName<T> + (width > 1 ? std::to_string(width) : "");
    {
      const int component = width - 1;
      const std::string at = width > 1 ? "[" + std::to_string(component) + "]" : "";
      // The component asked for is x, the others are not.
      const std::string value =
          width > 1 ? "((" + type + ")(x + 100) - (" + type + ")(" +
                          [&] {
                            std::string list;
                            for (int i = 0; i < width; ++i)
                              list += (i ? ", " : "") + std::string(i == component ? "100" : "7");
                            return list;
                          }() +
                          "))"
                    : "x";
      auto pick = [](TeamT team, unsigned index, T add) -> std::optional<T> {
        if (index >= team.size())
          return std::nullopt;
        return static_cast<T>(team.values[index] + add);
      };
      const std::string second = "(" + value + " + (" + type + ")(3))";
      std::vector<Function<T>> functions = {
          {"intel_sub_group_shuffle(" + value +
               ", (get_sub_group_local_id() + 3) % get_max_sub_group_size())" + at,
           [=](TeamT team, unsigned member) { return pick(team, (member + 3) % team.maxSize, 0); }},
          {"intel_sub_group_shuffle_xor(" + value + ", get_max_sub_group_size() - 1)" + at,
           [=](TeamT team, unsigned member) { return pick(team, member ^ (team.maxSize - 1), 0); }},
          {"intel_sub_group_shuffle_down(" + value + ", " + second + ", 1)" + at,
           [=](TeamT team, unsigned member) {
             return member + 1 < team.maxSize ? pick(team, member + 1, 0) : pick(team, 0, 3);
           }},
          {"intel_sub_group_shuffle_up(" + second + ", " + value + ", 1)" + at,
           [=](TeamT team, unsigned member) {
             return member >= 1 ? pick(team, member - 1, 0) : pick(team, team.maxSize - 1, 3);
           }}};
      for (unsigned size : {8u, 32u})
        this->expectFunctions(functions, size, subGroupSize(size));
    }
  }
}

class IntelSubGroups : public CooperationTest {};

TEST_F(IntelSubGroups, BlocksAreReadAndWritten) {
  for (unsigned size : {1u, 8u, 16u, 32u})
    for (unsigned width : {1u, 2u, 4u, 8u}) {
      const std::string n = width > 1 ? std::to_string(width) : "";
      Kernel kernel = buildKernel(subGroupSize(size) +
                                  "kernel void copy(global const uint *in, global uint *out) {\n"
                                  "  size_t first = (get_group_id(0) * get_num_sub_groups() + "
                                  "get_sub_group_id()) * get_max_sub_group_size() * " +
                                  std::to_string(width) + ";\n  uint" + n +
                                  " data = intel_sub_group_block_read" + n + "(in + first);\n" +
                                  "  intel_sub_group_block_write" + n +
                                  "(out + first, data + get_sub_group_local_id());\n}\n");
      constexpr size_t kItems = 128;
      std::vector<cl_uint> in(kItems * width);
      for (size_t i = 0; i < in.size(); ++i)
        in[i] = cl_uint(i * 2654435761u);
      auto out = buffer<cl_uint>(std::vector<cl_uint>(in.size()));
      auto inBuffer = buffer<cl_uint>(in);
      kernel.setArgs(inBuffer, out);
      enqueue(kernel, NDRange(kItems).local({64}));
      const std::vector<cl_uint> got = read(out);
      for (size_t i = 0; i < in.size(); ++i)
        ASSERT_EQ(got[i], in[i] + i % size) << "size " << size << " width " << width << " at " << i;
    }
}

TEST_F(IntelSubGroups, ASizeThatNoSubGroupHasIsABuildFailure) {
  for (unsigned size : {3u, 64u}) {
    Program program = programWithSource(
        subGroupSize(size) + "kernel void k(global uint *out) { *out = get_sub_group_size(); }");
    cl_device_id device = this->device();
    EXPECT_CL(CL_BUILD_PROGRAM_FAILURE,
              clBuildProgram(program, 1, &device, "-cl-std=CL3.0", nullptr, nullptr));
    EXPECT_NE(buildLog(program).find(std::to_string(size)), std::string::npos) << buildLog(program);
  }
}

// With -cl-opt-disable, too, which has sub-groups of one work-item otherwise.
TEST_F(IntelSubGroups, ARequiredSizeHoldsWithoutOptimisation) {
  for (const char *options : {"-cl-std=CL3.0 -cl-opt-disable", "-cl-std=CL3.0"}) {
    Kernel kernel = buildKernel(subGroupSize(8) +
                                    "kernel void k(global uint *out) { out[get_global_id(0)] = "
                                    "sub_group_reduce_add(1u) * 100 + get_max_sub_group_size(); }",
                                options);
    auto out = buffer<cl_uint>(std::vector<cl_uint>(20));
    kernel.setArgs(out);
    enqueue(kernel, NDRange(20).local({20}));
    const std::vector<cl_uint> got = read(out);
    for (size_t i = 0; i < got.size(); ++i)
      EXPECT_EQ(got[i], i < 16 ? 808u : 408u);
  }
}

} // namespace
} // namespace weft::test
