// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every sub-group function of OpenCL C 3.0 6.15.20 and of the cl_khr_subgroup extensions, for every
// type, in sub-groups of every size.
#include "kernels/sub_groups/cooperation.h"

namespace weft::test {
namespace {

/// All of them for int; of the other types, which differ in the size of their elements only, and on
/// other ISA levels than the machine's, one, so that the test stays short.
template <class T> std::vector<unsigned> sizes() {
  if (std::is_same_v<T, int> && !std::getenv("WEFT_CPU"))
    return {1, 2, 4, 8, 16, 32};
  return {sizeof(T) < 8 && !std::getenv("WEFT_CPU") ? 16u : 8u};
}

template <class T> class SubGroupFunctions : public CooperationTest {
protected:
  using Expected = std::optional<T>;

  /// The value of an active member, if there is one of that number.
  static Expected valueOf(const Team<T> &team, unsigned member) {
    if (member >= team.size() || !team.active[member])
      return std::nullopt;
    return team.values[member];
  }

  void expectAtEverySize(const std::vector<Function<T>> &functions) {
    for (unsigned size : sizes<T>())
      expectFunctions(functions, size, subGroupSize(size));
  }
};

TYPED_TEST_SUITE(SubGroupFunctions, CooperatingTypes);

TYPED_TEST(SubGroupFunctions, ReduceAndScan) {
  using T = TypeParam;
  std::vector<Function<T>> functions;
  addArithmetic(functions, "sub_group_", false, false);
  addArithmetic(functions, "sub_group_non_uniform_", true, true);
  this->expectAtEverySize(functions);
}

TYPED_TEST(SubGroupFunctions, ReduceInClusters) {
  using T = TypeParam;
  for (unsigned size : sizes<T>()) {
    std::vector<Function<T>> functions;
    for (unsigned cluster = 1; cluster <= size; cluster *= 4)
      for (const Operator<T> &op : operators<T>(true))
        functions.push_back({std::string("sub_group_clustered_reduce_") + op.name + "(x, " +
                                 std::to_string(cluster) + ")",
                             [op, cluster](const Team<T> &team, unsigned member) {
                               T result = op.identity;
                               for (unsigned other : team.activeBelow(team.size()))
                                 if (other / cluster == member / cluster)
                                   result = op.combine(result, team.values[other]);
                               return result;
                             },
                             true});
    this->expectFunctions(functions, size, subGroupSize(size));
  }
}

TYPED_TEST(SubGroupFunctions, MoveValues) {
  using T = TypeParam;
  using TeamT = const Team<T> &;
  auto valueOf = this->valueOf;
  std::vector<Function<T>> functions;
  for (bool divergent : {false, true}) {
    functions.push_back({"sub_group_shuffle(x, (get_sub_group_local_id() * 5 + 3) % "
                         "get_max_sub_group_size())",
                         [=](TeamT team, unsigned member) {
                           return valueOf(team, (member * 5 + 3) % team.maxSize);
                         },
                         divergent});
    functions.push_back({"sub_group_shuffle(x, 2)",
                         [=](TeamT team, unsigned) { return valueOf(team, 2); }, divergent});
    functions.push_back({"sub_group_shuffle_xor(x, 3)",
                         [=](TeamT team, unsigned member) { return valueOf(team, member ^ 3); },
                         divergent});
    functions.push_back({"sub_group_shuffle_up(x, 1)",
                         [=](TeamT team, unsigned member) { return valueOf(team, member - 1); },
                         divergent});
    functions.push_back({"sub_group_shuffle_down(x, 2)",
                         [=](TeamT team, unsigned member) { return valueOf(team, member + 2); },
                         divergent});
    for (int delta : {3, -1})
      functions.push_back({"sub_group_rotate(x, " + std::to_string(delta) + ")",
                           [=](TeamT team, unsigned member) {
                             return valueOf(team, (member + unsigned(delta)) % team.maxSize);
                           },
                           divergent});
    functions.push_back({"sub_group_broadcast_first(x)",
                         [=](TeamT team, unsigned) { return valueOf(team, team.firstActive()); },
                         divergent});
    functions.push_back({"sub_group_non_uniform_broadcast(x, 1)",
                         [=](TeamT team, unsigned) { return valueOf(team, 1); }, divergent});
    // The number of the same lane, which the compiler cannot see to be the same.
    functions.push_back({"sub_group_non_uniform_broadcast(x, (uint)(get_local_linear_id() / "
                         "get_max_sub_group_size()) % get_max_sub_group_size())",
                         [](TeamT, unsigned) -> std::optional<T> { return std::nullopt; },
                         divergent});
    functions.push_back({"(" + std::string(kTypeName<T>) + ")sub_group_non_uniform_all_equal(x)",
                         [](TeamT team, unsigned) {
                           bool equal = true;
                           for (unsigned other : team.activeBelow(team.size()))
                             equal &= team.values[other] == team.values[team.firstActive()];
                           return T(equal);
                         },
                         divergent});
    functions.push_back({"(" + std::string(kTypeName<T>) +
                             ")sub_group_non_uniform_all_equal(sub_group_broadcast_first(x))",
                         [](TeamT, unsigned) { return T(1); }, divergent});
  }
  functions.push_back({"sub_group_broadcast(x, get_sub_group_size() - 1)",
                       [=](TeamT team, unsigned) { return valueOf(team, team.size() - 1); }});
  functions.push_back({"sub_group_broadcast(x, get_sub_group_id() % get_sub_group_size())",
                       [](TeamT, unsigned) -> std::optional<T> { return std::nullopt; }});
  this->expectAtEverySize(functions);
}

TYPED_TEST(SubGroupFunctions, RotateInClusters) {
  using T = TypeParam;
  for (unsigned size : sizes<T>()) {
    std::vector<Function<T>> functions;
    for (unsigned cluster = 1; cluster <= size; cluster *= 2)
      functions.push_back({"sub_group_clustered_rotate(x, 5, " + std::to_string(cluster) + ")",
                           [=, valueOf = this->valueOf](const Team<T> &team, unsigned member) {
                             return valueOf(team,
                                            member / cluster * cluster + (member + 5) % cluster);
                           }});
    this->expectFunctions(functions, size, subGroupSize(size));
  }
}

TYPED_TEST(SubGroupFunctions, BroadcastVectors) {
  using T = TypeParam;
  for (int width : kWidths) {
    if (width == 1)
      continue;
    const std::string vector = kTypeName<T> + std::to_string(width);
    // Every component is another, and the result depends on each.
    std::string value = "((" + vector + ")(0", sum;
    for (int i = 1; i < width; ++i)
      value += ", " + std::to_string(i);
    value += ") + x)";
    std::vector<Function<T>> functions;
    for (int i : {0, width - 1})
      for (const char *name : {"sub_group_broadcast", "sub_group_non_uniform_broadcast"})
        functions.push_back({std::string(name) + "(" + value + ", 0)[" + std::to_string(i) + "]",
                             [i](const Team<T> &team, unsigned) {
                               return static_cast<T>(team.values[0] + static_cast<T>(i));
                             }});
    for (unsigned size : sizes<T>())
      this->expectFunctions(functions, size, subGroupSize(size));
  }
}

// Votes and ballots have no type of their own; x is an int here.
class SubGroupVotes : public SubGroupFunctions<int> {
protected:
  using Members = const Team<int> &;
  static bool isTrue(int value) { return value % 3 == 0; }
  static unsigned ballot(Members team) {
    unsigned bits = 0;
    for (unsigned member : team.activeBelow(team.size()))
      bits |= unsigned(isTrue(team.values[member])) << member;
    return bits;
  }
  static unsigned all(Members team) {
    unsigned bits = 0;
    for (unsigned member : team.activeBelow(team.size()))
      bits |= 1u << member;
    return bits;
  }
  static unsigned range(unsigned begin, unsigned end) {
    return unsigned(((uint64_t(1) << end) - 1) & ~((uint64_t(1) << begin) - 1));
  }
};

TEST_F(SubGroupVotes, AllAnyElect) {
  std::vector<Function<int>> functions;
  for (bool divergent : {false, true}) {
    const std::string prefix = divergent ? "sub_group_non_uniform_" : "sub_group_";
    functions.push_back({prefix + "all(x % 3 == 0) != 0",
                         [](Members team, unsigned) { return int(ballot(team) == all(team)); },
                         divergent});
    functions.push_back({prefix + "any(x % 3 == 0) != 0",
                         [](Members team, unsigned) { return int(ballot(team) != 0); }, divergent});
    functions.push_back(
        {prefix + "all(x > -1000) != 0", [](Members, unsigned) { return 1; }, divergent});
    functions.push_back(
        {prefix + "any(x < -1000) != 0", [](Members, unsigned) { return 0; }, divergent});
    functions.push_back(
        {"sub_group_elect() != 0",
         [](Members team, unsigned member) { return int(member == team.firstActive()); },
         divergent});
  }
  expectAtEverySize(functions);
}

TEST_F(SubGroupVotes, LogicalReductionsAndScans) {
  std::vector<Function<int>> functions;
  struct Logical {
    const char *name;
    int identity;
    int (*combine)(int, int);
  };
  for (Logical op : {Logical{"and", 1, [](int a, int b) { return a & b; }},
                     Logical{"or", 0, [](int a, int b) { return a | b; }},
                     Logical{"xor", 0, [](int a, int b) { return a ^ b; }}}) {
    auto upTo = [op](Members team, unsigned end) {
      int result = op.identity;
      for (unsigned member : team.activeBelow(end))
        result = op.combine(result, isTrue(team.values[member]));
      return result;
    };
    const std::string name = std::string("logical_") + op.name;
    functions.push_back({"sub_group_non_uniform_reduce_" + name + "(x % 3 == 0) != 0",
                         [=](Members team, unsigned) { return upTo(team, team.size()); }, true});
    functions.push_back({"sub_group_non_uniform_scan_inclusive_" + name + "(x % 3 == 0) != 0",
                         [=](Members team, unsigned member) { return upTo(team, member + 1); },
                         true});
    functions.push_back({"sub_group_non_uniform_scan_exclusive_" + name + "(x % 3 == 0) != 0",
                         [=](Members team, unsigned member) { return upTo(team, member); }, true});
    functions.push_back({"sub_group_clustered_reduce_" + name + "(x % 3 == 0, 1) != 0",
                         [=](Members team, unsigned member) {
                           return op.combine(op.identity, isTrue(team.values[member]));
                         },
                         true});
  }
  expectAtEverySize(functions);
}

TEST_F(SubGroupVotes, Ballots) {
  std::vector<Function<int>> functions;
  for (bool divergent : {false, true}) {
    auto add = [&](const std::string &call, auto expected) {
      functions.push_back({call, expected, divergent});
    };
    add("sub_group_ballot(x % 3 == 0).x", [](Members team, unsigned) { return int(ballot(team)); });
    add("any(sub_group_ballot(1).yzw != 0)", [](Members, unsigned) { return 0; });
    add("sub_group_inverse_ballot((uint4)(0x5a5a1234, 0, 0, 0)) != 0",
        [](Members, unsigned member) { return int(0x5a5a1234u >> member & 1); });
    add("sub_group_ballot_bit_extract(sub_group_ballot(x % 3 == 0), 1) != 0",
        [](Members team, unsigned) { return int(ballot(team) >> 1 & 1); });
    add("sub_group_ballot_bit_count((uint4)(~0u))",
        [](Members team, unsigned) { return int(team.maxSize); });
    add("sub_group_ballot_bit_count(sub_group_ballot(x % 3 == 0))",
        [](Members team, unsigned) { return std::popcount(ballot(team)); });
    add("sub_group_ballot_inclusive_scan((uint4)(0x77777777, 0, 0, 0))",
        [](Members, unsigned member) { return std::popcount(0x77777777u & range(0, member + 1)); });
    add("sub_group_ballot_exclusive_scan((uint4)(0x77777777, 0, 0, 0))",
        [](Members, unsigned member) { return std::popcount(0x77777777u & range(0, member)); });
    add("sub_group_ballot_find_lsb(sub_group_ballot(1))",
        [](Members team, unsigned) { return std::countr_zero(all(team)); });
    add("sub_group_ballot_find_msb(sub_group_ballot(1))",
        [](Members team, unsigned) { return 31 - std::countl_zero(all(team)); });
    add("get_sub_group_eq_mask().x",
        [](Members, unsigned member) { return int(range(member, member + 1)); });
    add("get_sub_group_ge_mask().x",
        [](Members team, unsigned member) { return int(range(member, team.maxSize)); });
    add("get_sub_group_gt_mask().x",
        [](Members team, unsigned member) { return int(range(member + 1, team.maxSize)); });
    add("get_sub_group_le_mask().x",
        [](Members, unsigned member) { return int(range(0, member + 1)); });
    add("get_sub_group_lt_mask().x",
        [](Members, unsigned member) { return int(range(0, member)); });
  }
  expectAtEverySize(functions);
}

TEST_F(SubGroupVotes, Queries) {
  std::vector<Function<int>> functions = {
      {"get_max_sub_group_size()", [](Members team, unsigned) { return int(team.maxSize); }},
      {"get_sub_group_size()", [](Members team, unsigned) { return int(team.size()); }},
      {"get_sub_group_local_id()", [](Members, unsigned member) { return int(member); }},
      {"get_sub_group_id() == get_local_linear_id() / get_max_sub_group_size()",
       [](Members, unsigned) { return 1; }},
      {"get_num_sub_groups() == (get_local_size(0) * get_local_size(1) * get_local_size(2) + "
       "get_max_sub_group_size() - 1) / get_max_sub_group_size()",
       [](Members, unsigned) { return 1; }},
      {"get_enqueued_num_sub_groups() == (get_enqueued_local_size(0) * get_enqueued_local_size(1) "
       "* get_enqueued_local_size(2) + get_max_sub_group_size() - 1) / get_max_sub_group_size()",
       [](Members, unsigned) { return 1; }}};
  expectAtEverySize(functions);
}

// Without packets a sub-group is one work-item, and still has its number within the work-group.
TEST_F(SubGroupVotes, QueriesWithoutOptimisation) {
  Kernel kernel = buildKernel("kernel void k(global uint *out) {"
                              "  out[get_global_id(0)] = get_sub_group_id(); }",
                              "-cl-std=CL3.0 -cl-opt-disable");
  auto out = buffer<cl_uint>(64);
  kernel.setArgs(out);
  enqueue(kernel, NDRange(64).local({8}));
  const std::vector<cl_uint> ids = read(out);
  for (cl_uint i = 0; i < 64; ++i)
    EXPECT_EQ(ids[i], i % 8) << i;
}

} // namespace
} // namespace weft::test
