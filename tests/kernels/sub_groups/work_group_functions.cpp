// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every work-group function of OpenCL C 3.0 6.15.16 and cl_khr_work_group_uniform_arithmetic, for
// every type, in kernels that run work-items one by one and in packets of several sizes.
#include "kernels/sub_groups/cooperation.h"

namespace weft::test {
namespace {

using WorkGroupTypes = ::testing::Types<int32_t, uint32_t, int64_t, uint64_t, float, double>;

template <class T> class WorkGroupFunctions : public CooperationTest {
protected:
  void expectEverywhere(const std::vector<Function<T>> &functions) {
    expectFunctions(functions, 0, "");
    if (std::is_same_v<T, int>)
      for (unsigned size : {1, 4, 16, 32})
        expectFunctions(functions, 0, subGroupSize(size));
  }
};

TYPED_TEST_SUITE(WorkGroupFunctions, WorkGroupTypes);

TYPED_TEST(WorkGroupFunctions, ReduceAndScan) {
  using T = TypeParam;
  std::vector<Function<T>> functions;
  addArithmetic(functions, "work_group_", true, false);
  this->expectEverywhere(functions);
}

TYPED_TEST(WorkGroupFunctions, Broadcast) {
  using T = TypeParam;
  std::vector<Function<T>> functions = {
      {"work_group_broadcast(x, get_local_size(0) - 1, get_local_size(1) - 1, "
       "get_local_size(2) - 1)",
       [](const Team<T> &team, unsigned) { return team.values.back(); }},
      {"work_group_broadcast(x, 0, 0, get_local_size(2) - 1)",
       [](const Team<T> &, unsigned) -> std::optional<T> { return std::nullopt; }},
      {"get_work_dim() == 3 ? x : get_work_dim() == 2 ? work_group_broadcast(x, 0, 0) : "
       "work_group_broadcast(x, 0)",
       [](const Team<T> &, unsigned) -> std::optional<T> { return std::nullopt; }}};
  this->expectEverywhere(functions);
}

class WorkGroupVotes : public WorkGroupFunctions<int> {};

TEST_F(WorkGroupVotes, AllAny) {
  using Members = const Team<int> &;
  auto count = [](Members team, auto &&isTrue) {
    return std::count_if(team.values.begin(), team.values.end(), isTrue);
  };
  auto isTop = [](int value) { return value > 96; };
  expectEverywhere(
      {{"work_group_any(x > 96) != 0",
        [=](Members team, unsigned) { return int(count(team, isTop) > 0); }},
       {"work_group_all(x <= 96) != 0",
        [=](Members team, unsigned) { return int(count(team, isTop) == 0); }},
       {"work_group_all(x < 1000) != 0", [](Members, unsigned) { return 1; }},
       {"work_group_any(x > 1000) != 0", [](Members, unsigned) { return 0; }},
       {"work_group_reduce_logical_and(x != 50) != 0",
        [=](Members team, unsigned) {
          return int(count(team, [](int value) { return value == 50; }) == 0);
        }},
       {"work_group_reduce_logical_or(x > 96) != 0",
        [=](Members team, unsigned) { return int(count(team, isTop) > 0); }},
       {"work_group_reduce_logical_xor(x > 96) != 0",
        [=](Members team, unsigned) { return int(count(team, isTop) % 2); }},
       {"work_group_scan_inclusive_logical_or(x > 96) != 0",
        [=](Members team, unsigned member) {
          return int(std::any_of(&team.values[0], &team.values[0] + member + 1, isTop));
        }},
       {"work_group_scan_exclusive_logical_and(x <= 96) != 0", [=](Members team, unsigned member) {
          return int(std::none_of(&team.values[0], &team.values[0] + member, isTop));
        }}});
}

// A loop that the work-group leaves as one, since all see the same result.
TEST_F(WorkGroupVotes, SteerLoops) {
  Kernel kernel = buildKernel(R"(
    kernel void halve(global int *out) {
      int x = get_local_linear_id() + 1, rounds = 0, sum = 0;
      while (work_group_any(x > 1)) {
        x /= 2;
        ++rounds;
        sum += work_group_scan_inclusive_add(x) + work_group_reduce_max(x);
      }
      out[get_global_linear_id()] = rounds * 1000000 + sum;
    })");
  expectOnEveryShape<int>(kernel, [](const WorkItem &item) {
    const size_t items = item.localSize[0] * item.localSize[1] * item.localSize[2];
    int rounds = 0, sum = 0;
    for (size_t divisor = 1; items / divisor > 1;) {
      divisor *= 2;
      ++rounds;
      for (size_t i = 0; i <= item.localLinear(); ++i)
        sum += int((i + 1) / divisor);
      sum += int(items / divisor);
    }
    return rounds * 1000000 + sum;
  });
}

} // namespace
} // namespace weft::test
