// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions by which work-items co-operate, against what plain C++ says of them: each in one kernel
// with many others, over local sizes that end with partial sub-groups, have rows no multiple of a
// sub-group's size, or are smaller in the last group; by all work-items, or by those in a branch.
#pragma once

#include "kernels/builtins/element_types.h"
#include "support/kernel_test.h"

#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <random>

namespace weft::test {

/// Work-items that co-operate, in the order of their numbers.
template <class T> struct Team {
  std::vector<T> values;
  std::vector<bool> active;
  unsigned maxSize = 0;

  unsigned size() const { return unsigned(values.size()); }
  unsigned firstActive() const {
    return unsigned(std::find(active.begin(), active.end(), true) - active.begin());
  }
  /// The active members' numbers below `end`.
  std::vector<unsigned> activeBelow(unsigned end) const {
    std::vector<unsigned> members;
    for (unsigned i = 0; i < std::min(end, size()); ++i)
      if (active[i])
        members.push_back(i);
    return members;
  }
};

template <class T> struct Function {
  std::string call; // of x, in OpenCL C
  /// Nothing where the specification leaves the result open.
  std::function<std::optional<T>(const Team<T> &team, unsigned member)> expected;
  bool byActiveOnly = false; // called in a branch that some work-items take
};

/// Of OpenCL C, which has no promotion in the results: char + char is a char here.
template <class T> struct Operator {
  const char *name;
  std::function<T(T, T)> combine;
  T identity;
};

template <class T> std::vector<Operator<T>> operators(bool all) {
  auto wrap = [](auto &&compute) {
    return [compute](T a, T b) {
      if constexpr (std::is_integral_v<T>)
        return static_cast<T>(compute(static_cast<uint64_t>(a), static_cast<uint64_t>(b)));
      else
        return static_cast<T>(compute(a, b));
    };
  };
  using Limits = std::numeric_limits<T>;
  constexpr bool kIsInteger = std::is_integral_v<T>;
  std::vector<Operator<T>> result = {{"add", wrap([](auto a, auto b) { return a + b; }), 0},
                                     {"min", [](T a, T b) { return std::min(a, b); },
                                      kIsInteger ? Limits::max() : Limits::infinity()},
                                     {"max", [](T a, T b) { return std::max(a, b); },
                                      kIsInteger ? Limits::lowest() : T(-Limits::infinity())}};
  if (!all)
    return result;
  result.push_back({"mul", wrap([](auto a, auto b) { return a * b; }), 1});
  if constexpr (kIsInteger) {
    result.push_back({"and", [](T a, T b) { return T(a & b); }, static_cast<T>(~T(0))});
    result.push_back({"or", [](T a, T b) { return T(a | b); }, 0});
    result.push_back({"xor", [](T a, T b) { return T(a ^ b); }, 0});
  }
  return result;
}

/// <prefix>reduce_<op>, <prefix>scan_inclusive_<op> and <prefix>scan_exclusive_<op>.
template <class T>
void addArithmetic(std::vector<Function<T>> &functions, const std::string &prefix, bool all,
                   bool byActiveOnly) {
  for (const Operator<T> &op : operators<T>(all)) {
    auto upTo = [op](const Team<T> &team, unsigned end) {
      T result = op.identity;
      for (unsigned member : team.activeBelow(end))
        result = op.combine(result, team.values[member]);
      return result;
    };
    functions.push_back({prefix + "reduce_" + op.name + "(x)",
                         [=](const Team<T> &team, unsigned) { return upTo(team, team.size()); },
                         byActiveOnly});
    functions.push_back(
        {prefix + "scan_inclusive_" + op.name + "(x)",
         [=](const Team<T> &team, unsigned member) { return upTo(team, member + 1); },
         byActiveOnly});
    functions.push_back({prefix + "scan_exclusive_" + op.name + "(x)",
                         [=](const Team<T> &team, unsigned member) { return upTo(team, member); },
                         byActiveOnly});
  }
}

class CooperationTest : public KernelTest {
protected:
  void SetUp() override {
    const char *cpu = std::getenv("WEFT_CPU");
    __builtin_cpu_init();
    if (cpu && std::string(cpu) == "x86-64-v3" && !__builtin_cpu_supports("avx2"))
      GTEST_SKIP() << "this machine cannot run what is compiled for " << cpu;
  }

  static const std::vector<Shape> &shapes() {
    static const std::vector<Shape> shapes = {{1, {70, 1, 1}, {33, 1, 1}, {3, 0, 0}},
                                              {1, {64, 1, 1}, {32, 1, 1}},
                                              {2, {16, 8, 1}, {8, 8, 1}},
                                              {2, {40, 6, 1}, {32, 4, 1}},
                                              {3, {7, 5, 4}, {3, 5, 3}}};
    return shapes;
  }

  /// Small enough that floating-point results are exact in any order; for integers of either sign.
  template <class T> static std::vector<T> values(size_t count) {
    std::mt19937 random(1);
    std::vector<T> made(count);
    for (T &value : made) {
      if constexpr (std::is_integral_v<T>)
        value = static_cast<T>(int(random() % 200) - 100);
      else
        value = std::ldexp(random() % 2 ? T(1) : T(-1), int(random() % 4) - 1);
    }
    return made;
  }

  /// `teamSize`: how many work-items of a group form a team; 0 for all of it. `attribute` stands
  /// before the kernel.
  template <class T>
  void expectFunctions(const std::vector<Function<T>> &functions, unsigned teamSize,
                       const std::string &attribute) {
    const std::string type = kTypeName<T>;
    std::string all, some;
    for (size_t i = 0; i < functions.size(); ++i)
      (functions[i].byActiveOnly ? some : all) +=
          "    out[" + std::to_string(i) + " * n + i] = " + functions[i].call + ";\n";
    Kernel kernel = buildKernel(
        attribute + "kernel void functions(global const " + type +
        " *in, global const uchar *active, global " + type + " *out) {\n" +
        "  size_t i = get_global_linear_id();\n"
        "  size_t n = get_global_size(0) * get_global_size(1) * get_global_size(2);\n  " +
        type + " x = in[i];\n" + all + "  if (active[i]) {\n" + some + "  }\n}\n");
    for (const Shape &shape : shapes()) {
      SCOPED_TRACE(type + ", " + shape.name() + ", " + attribute);
      runOn(kernel, functions, shape, teamSize);
    }
  }

private:
  template <class T>
  void runOn(Kernel &kernel, const std::vector<Function<T>> &functions, const Shape &shape,
             unsigned teamSize) {
    const std::vector<WorkItem> items = shape.workItems();
    const size_t count = items.size();
    const std::vector<T> in = values<T>(count);
    std::vector<uint8_t> active(count);
    for (size_t i = 0; i < count; ++i)
      active[i] = i % 7 == 0 || i % 5 > 2;
    const T untouched = T(77);
    auto out = buffer<T>(std::vector<T>(functions.size() * count, untouched));
    auto inBuffer = buffer<T>(in);
    auto activeBuffer = buffer<uint8_t>(active);
    kernel.setArgs(inBuffer, activeBuffer, out);
    enqueue(kernel, shape.range());
    const std::vector<T> got = read(out);

    std::map<std::pair<size_t, size_t>, std::vector<size_t>> teams; // places in linear order
    for (const WorkItem &item : items)
      teams[{item.groupLinear(), teamSize ? item.localLinear() / teamSize : 0}].push_back(
          item.globalLinear());
    for (size_t f = 0; f < functions.size(); ++f) {
      size_t wrong = 0;
      for (auto &[number, places] : teams) {
        Team<T> team;
        team.maxSize = teamSize;
        for (size_t place : places) {
          team.values.push_back(in[place]);
          team.active.push_back(!functions[f].byActiveOnly || active[place]);
        }
        for (unsigned member = 0; member < team.size(); ++member) {
          std::optional<T> wanted = untouched;
          if (team.active[member])
            wanted = functions[f].expected(team, member);
          const T found = got[f * count + places[member]];
          if (wanted && !(found == *wanted) && ++wrong == 1)
            ADD_FAILURE() << functions[f].call << " gave " << +found << ", not " << +*wanted
                          << ", in member " << member << " of group " << number.first << " team "
                          << number.second;
        }
      }
      EXPECT_EQ(wrong, 0u) << functions[f].call;
    }
  }
};

inline std::string subGroupSize(unsigned size) {
  return "__attribute__((intel_reqd_sub_group_size(" + std::to_string(size) + ")))\n";
}

using CooperatingTypes = ::testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t,
                                          int64_t, uint64_t, float, double>;

} // namespace weft::test
