// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the regions between barriers have to carry: values of every type, variables with an address,
// loops whose counters the whole group shares, and control flow that decides which barrier is next.
#include "support/kernel_test.h"

namespace weft::test {
namespace {

using BarrierRegions = KernelTest;

constexpr const char *kPrologue = "#define ID ((int)get_global_linear_id())\n"
                                  "#define LID ((int)get_local_linear_id())\n"
                                  "#define SYNC barrier(CLK_LOCAL_MEM_FENCE)\n";

TEST_F(BarrierRegions, KeepValuesOfEveryType) {
  Kernel kernel = buildKernel(
      std::string(kPrologue) +
      "struct S { char c; double d; short3 v; };"
      "kernel void k(global int *out, global int *in) {"
      "  int x = in[ID % 64];" // from memory: cannot be computed again
      "  bool flag = x > 50; char3 c = (char3)(x, x + 1, x + 2); double d = x * 0.5;"
      "  long8 wide = (long8)(x, 1, 2, 3, 4, 5, 6, x); uchar b = (uchar)x; short s = (short)-x;"
      "  global int *where = in + x % 7; int4 mask = (int4)(x) > (int4)(10, 20, 30, 40);"
      "  struct S t; t.c = (char)x; t.d = x; t.v = (short3)(x, 2 * x, 3 * x);"
      "  SYNC;"
      "  out[ID] = (flag ? 1 : 2) + c.x + c.y * 3 + c.z + (int)(d * 4) + (int)(wide.s0 + wide.s7 +"
      "    wide.s3) + b + s + *where + mask.x + mask.y * 2 + mask.w * 3 + t.c + (int)t.d + t.v.z;"
      "}");
  std::vector<int> values(64);
  for (int i = 0; i < 64; ++i)
    values[i] = (i * 37) % 61;
  auto in = buffer<int>(values);
  expectOnEveryShape<int>(
      kernel,
      [&](const WorkItem &item) {
        int x = values[item.globalLinear() % 64];
        auto above = [&](int limit) { return x > limit ? -1 : 0; };
        return (x > 50 ? 1 : 2) + x + (x + 1) * 3 + (x + 2) + x * 2 + (x + x + 3) + x - x +
               values[x % 7] + above(10) + above(20) * 2 + above(40) * 3 + x + x + 3 * x;
      },
      in);
}

TEST_F(BarrierRegions, KeepPrivateArraysOverALoopOfBarriers) {
  Kernel kernel = buildKernel(std::string(kPrologue) +
                              "kernel void k(global int *out, int rounds) {"
                              "  int a[9]; for (int n = 0; n < 9; ++n) a[n] = ID + n;"
                              "  for (int r = 0; r < rounds; ++r) {"
                              "    a[(r + LID) % 9] += r; SYNC;"
                              "    a[(r * 2) % 9] ^= 5; SYNC; }"
                              "  int sum = 0; for (int n = 0; n < 9; ++n) sum = sum * 3 + a[n];"
                              "  out[ID] = sum; }");
  const int rounds = 5;
  expectOnEveryShape<int>(
      kernel,
      [&](const WorkItem &item) {
        unsigned a[9];
        for (unsigned n = 0; n < 9; ++n)
          a[n] = unsigned(item.globalLinear()) + n;
        for (unsigned r = 0; r < rounds; ++r) {
          a[(r + item.localLinear()) % 9] += r;
          a[(r * 2) % 9] ^= 5;
        }
        unsigned sum = 0;
        for (unsigned n = 0; n < 9; ++n)
          sum = sum * 3 + a[n];
        return int(sum);
      },
      rounds);
}

TEST_F(BarrierRegions, RotateSharedValuesRoundALoop) {
  // Two uniform values that change places in each round: one is read while the other is written.
  Kernel kernel = buildKernel(std::string(kPrologue) +
                              "kernel void k(global int *out, int rounds) {"
                              "  int a = rounds, b = rounds * 2, mine = ID;"
                              "  for (int r = 0; r < rounds; ++r) {"
                              "    SYNC; int next = a + b; mine += a; a = b; b = next; SYNC;"
                              "    mine ^= b; }"
                              "  out[ID] = mine * 3 + a - b; }");
  const int rounds = 7;
  expectOnEveryShape<int>(
      kernel,
      [&](const WorkItem &item) {
        int a = rounds, b = rounds * 2, mine = int(item.globalLinear());
        for (int r = 0; r < rounds; ++r) {
          int next = a + b;
          mine += a;
          a = b;
          b = next;
          mine ^= b;
        }
        return mine * 3 + a - b;
      },
      rounds);
}

TEST_F(BarrierRegions, NestedLoopsWithBreakAndContinue) {
  Kernel kernel = buildKernel(
      std::string(kPrologue) +
      "kernel void k(global int *out, int n) {"
      "  int r = ID;"
      "  for (int a = 0; a < n; ++a) {"
      "    if (a == 2) continue;"
      "    r += a; SYNC;"
      "    for (int b = 0; ; ++b) {"
      "      if (b * b > n + a) break;"
      "      for (int c = 0; c < b + LID % 3; ++c) r = r * 3 + c;" // a loop of the work-item
      "      SYNC; r ^= b; }"
      "    if (a > n - 2) break; }"
      "  out[ID] = r; }");
  const int n = 6;
  expectOnEveryShape<int>(
      kernel,
      [&](const WorkItem &item) {
        unsigned r = unsigned(item.globalLinear());
        for (int a = 0; a < n; ++a) {
          if (a == 2)
            continue;
          r += unsigned(a);
          for (int b = 0;; ++b) {
            if (b * b > n + a)
              break;
            for (int c = 0; c < b + int(item.localLinear() % 3); ++c)
              r = r * 3 + unsigned(c);
            r ^= unsigned(b);
          }
          if (a > n - 2)
            break;
        }
        return int(r);
      },
      n);
}

TEST_F(BarrierRegions, ASwitchThatTheGroupTakesAsOne) {
  Kernel kernel = buildKernel(std::string(kPrologue) + "kernel void k(global int *out, int n) {"
                                                       "  int r = ID;"
                                                       "  for (int i = 0; i < n; ++i)"
                                                       "    switch (i % 4) {"
                                                       "    case 0: r += 3; SYNC; r *= 2; break;"
                                                       "    case 1: SYNC; r -= LID; SYNC; break;"
                                                       "    case 2: r ^= i;"
                                                       "    default: SYNC; r += i; }"
                                                       "  out[ID] = r; }");
  const int n = 9;
  expectOnEveryShape<int>(
      kernel,
      [&](const WorkItem &item) {
        unsigned r = unsigned(item.globalLinear());
        for (unsigned i = 0; i < n; ++i)
          switch (i % 4) {
          case 0:
            r = (r + 3) * 2;
            break;
          case 1:
            r -= unsigned(item.localLinear());
            break;
          case 2:
            r ^= i;
            [[fallthrough]];
          default:
            r += i;
          }
        return int(r);
      },
      n);
}

TEST_F(BarrierRegions, ReturnsThatOnlyTheGroupIdDecides) {
  Kernel kernel = buildKernel(
      std::string(kPrologue) +
      "kernel void k(global int *out, local int *shared) {"
      "  out[ID] = 1; int group = (int)(get_group_id(0) + get_group_id(1) + get_group_id(2));"
      // Not uniform to the eye of a compiler, but all work-items of a group agree.
      "  int divided = (int)((get_global_id(0) - get_global_offset(0)) /"
      "                      get_enqueued_local_size(0));"
      "  if (divided % 3 == 1) return;"
      "  shared[LID] = group; SYNC;"
      "  for (int i = 0; i < 3; ++i) { if (group == 2) return; out[ID] += shared[0]; SYNC; }"
      "}");
  expectOnEveryShape<int>(
      kernel,
      [](const WorkItem &item) {
        if (item.group[0] % 3 == 1)
          return 1;
        int group = int(item.group[0] + item.group[1] + item.group[2]);
        return group == 2 ? 1 : 1 + 3 * group;
      },
      LocalMemory{1024 * sizeof(int)});
}

TEST_F(BarrierRegions, AGotoIntoALoopOfBarriers) {
  Kernel kernel =
      buildKernel(std::string(kPrologue) + "kernel void k(global int *out, int n) {"
                                           "  int r = ID; if (n > 3) goto middle;"
                                           "top: r += LID; SYNC;"
                                           "middle: r ^= n; SYNC; n--; if (n > 0) goto top;"
                                           "  out[ID] = r; }");
  for (int n : {2, 6})
    expectOnEveryShape<int>(
        kernel,
        [&](const WorkItem &item) {
          int r = int(item.globalLinear());
          bool first = true;
          for (int left = n; first || left > 0; --left, first = false) {
            if (!first || n <= 3)
              r += int(item.localLinear());
            r ^= left;
          }
          return r;
        },
        n);
}

// -g describes builtins where they are declared, and their definitions come from elsewhere.
TEST_F(BarrierRegions, WithDebugInformationAndWithoutOptimisation) {
  for (const char *options :
       {"-cl-std=CL3.0 -g", "-cl-std=CL3.0 -cl-opt-disable", "-cl-std=CL3.0 -g -cl-opt-disable"}) {
    Kernel kernel = buildKernel(std::string(kPrologue) +
                                    "int twice(int x) { int y = x; return y + abs(y); }"
                                    "kernel void k(global int *out, local int *shared) {"
                                    "  int a[3]; a[LID % 3] = twice(ID); shared[LID] = LID; SYNC;"
                                    "  int r = a[LID % 3];"
                                    "  for (int i = 0; i < 3; ++i) { r += shared[0] + i; SYNC; }"
                                    "  out[ID] = r; }",
                                options);
    expectOnEveryShape<int>(
        kernel, [](const WorkItem &item) { return int(item.globalLinear()) * 2 + 3; },
        LocalMemory{1024 * sizeof(int)});
  }
}

TEST_F(BarrierRegions, KernelsThatCallKernels) {
  Kernel kernel =
      buildKernel(std::string(kPrologue) + "kernel void inner(global int *out, int add) {"
                                           "  local int first; if (LID == 0) first = add; SYNC;"
                                           "  out[ID] += first; SYNC; }"
                                           "kernel void k(global int *out) {"
                                           "  out[ID] = ID; inner(out, 5); inner(out, 7); }",
                  "-cl-std=CL3.0", "k");
  expectOnEveryShape<int>(kernel,
                          [](const WorkItem &item) { return int(item.globalLinear()) + 12; });
}

TEST_F(BarrierRegions, PrivateMemoryBeyondTheStack) {
  Kernel kernel = buildKernel(std::string(kPrologue) +
                              "kernel void k(global int *out) {"
                              "  int big[20000];"
                              "  for (int n = 0; n < 20000; n += 100) big[n + LID % 100] = ID + n;"
                              "  SYNC; int r = big[1900 + LID % 100];"
                              "  out[ID] = r; }");
  expectOn<int>(Shape{1, {128, 1, 1}, {32, 1, 1}}, kernel,
                [](const WorkItem &item) { return int(item.globalLinear()) + 1900; });
}

// Rows are cut where ids pass a multiple of 2^31; groups lie across that line here.
TEST_F(BarrierRegions, GroupsAcrossTheLimitOf32BitIds) {
  Kernel kernel =
      buildKernel("kernel void k(global uint *out, ulong base, local uint *shared) {"
                  "  uint id = (uint)get_global_id(0); int asInt = (int)get_global_id(0);"
                  "  uint l = (uint)get_local_id(0); shared[l] = id; barrier(CLK_LOCAL_MEM_FENCE);"
                  "  uint other = shared[get_local_size(0) - 1 - l];"
                  "  out[get_global_id(0) - base] = id + other * 3u + (asInt < 0 ? 1u : 0u); }");
  for (size_t line : {size_t(1) << 31, size_t(1) << 32}) {
    const size_t base = line - 21;
    const size_t count = 64, local = 16;
    auto out = buffer<cl_uint>(count);
    kernel.setArgs(out, cl_ulong(base), LocalMemory{local * sizeof(cl_uint)});
    enqueue(kernel, NDRange(count).local({local}).offset({base}));
    const auto got = read(out);
    for (size_t i = 0; i < count; ++i) {
      const size_t mirrored = i / local * local + local - 1 - i % local;
      const auto id = cl_uint(base + i);
      EXPECT_EQ(got[i], id + cl_uint(base + mirrored) * 3u + (cl_int(id) < 0 ? 1u : 0u)) << i;
    }
  }
}

TEST_F(BarrierRegions, ConstructorsOfProgramScopeObjects) {
  Kernel kernel =
      buildKernel("struct A { int x; A() : x((int)get_work_dim() + 4) {}"
                  "  int get() const { return x; } };"
                  "global A a; global int z = a.get() + 3;"
                  "kernel void k(global int *out) { out[get_global_id(0)] = a.x * 100 + z; }",
                  "-cl-std=CLC++2021");
  expectOn<int>(Shape{1, {4, 1, 1}, {4, 1, 1}}, kernel, [](const WorkItem &) { return 508; });
}

} // namespace
} // namespace weft::test
