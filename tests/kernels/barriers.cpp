// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers wherever OpenCL C 6.15.8 lets them stand, local memory, and what has to survive them.
#include "support/kernel_test.h"

namespace weft::test {
namespace {

using Barriers = KernelTest;

/// in(i) as the tests' input buffer has it.
int input(size_t i) { return int((i * 7919) % 101); }

std::vector<int> inputs() {
  std::vector<int> values(4096);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = input(i);
  return values;
}

/// Sum of f(global linear id) over the work-group of `item`.
template <class F> int overGroup(const WorkItem &item, F &&f) {
  int sum = 0;
  for (size_t z = 0; z < item.localSize[2]; ++z)
    for (size_t y = 0; y < item.localSize[1]; ++y)
      for (size_t x = 0; x < item.localSize[0]; ++x) {
        WorkItem other = item;
        other.local = {x, y, z};
        for (int d = 0; d < 3; ++d)
          other.global[d] =
              item.offset[d] + item.group[d] * item.enqueuedLocalSize[d] + other.local[d];
        sum += f(other);
      }
  return sum;
}

constexpr const char *kPrologue =
    "#define ID ((int)get_global_linear_id())\n"
    "#define LID ((int)get_local_linear_id())\n"
    "#define ITEMS ((int)(get_local_size(0) * get_local_size(1) * get_local_size(2)))\n"
    "#define SYNC barrier(CLK_LOCAL_MEM_FENCE)\n";

TEST_F(Barriers, NeighbourThroughLocalMemory) {
  Kernel kernel =
      buildKernel(std::string(kPrologue) + "kernel void k(global int *out, global const int *in) {"
                                           "  local int tile[256];"
                                           "  tile[LID] = in[ID];"
                                           "  SYNC;"
                                           "  out[ID] = tile[(LID + 1) % ITEMS]; }");
  auto in = buffer<int>(inputs());
  expectOnEveryShape<int>(
      kernel,
      [](const WorkItem &item) {
        const size_t items = item.localSize[0] * item.localSize[1] * item.localSize[2];
        const size_t wanted = (item.localLinear() + 1) % items;
        return overGroup(item, [&](const WorkItem &other) {
          return other.localLinear() == wanted ? input(other.globalLinear()) : 0;
        });
      },
      in);
}

int groupSum(const WorkItem &item) {
  return overGroup(item, [](const WorkItem &other) { return input(other.globalLinear()); });
}

TEST_F(Barriers, TreeReductionInALoop) {
  Kernel kernel = buildKernel(std::string(kPrologue) +
                              "kernel void k(global int *out, global const int *in, local int *t) {"
                              "  t[LID] = in[ID];"
                              "  SYNC;"
                              "  for (int n = ITEMS; n > 1; n = (n + 1) / 2) {"
                              "    int middle = (n + 1) / 2;"
                              "    if (LID < n / 2) t[LID] += t[LID + middle];"
                              "    SYNC;"
                              "  }"
                              "  out[ID] = t[0]; }");
  auto in = buffer<int>(inputs());
  expectOnEveryShape<int>(kernel, groupSum, in, LocalMemory{256 * sizeof(int)});
}

// Hillis-Steele scan: reads and writes alternate between two barriers in each round.
TEST_F(Barriers, TwoBarriersInALoopBody) {
  Kernel kernel =
      buildKernel(std::string(kPrologue) + "kernel void k(global int *out, global const int *in) {"
                                           "  local int t[256];"
                                           "  int mine = in[ID];"
                                           "  t[LID] = mine;"
                                           "  SYNC;"
                                           "  for (int d = 1; d < ITEMS; d *= 2) {"
                                           "    int other = LID >= d ? t[LID - d] : 0;"
                                           "    SYNC;"
                                           "    mine += other;"
                                           "    t[LID] = mine;"
                                           "    SYNC;"
                                           "  }"
                                           "  out[ID] = mine; }");
  auto in = buffer<int>(inputs());
  expectOnEveryShape<int>(
      kernel,
      [](const WorkItem &item) {
        const size_t mine = item.localLinear();
        return overGroup(item, [&](const WorkItem &other) {
          return other.localLinear() <= mine ? input(other.globalLinear()) : 0;
        });
      },
      in);
}

TEST_F(Barriers, InAWorkGroupUniformBranch) {
  Kernel kernel =
      buildKernel(std::string(kPrologue) + "kernel void k(global int *out, global const int *in) {"
                                           "  local int t[256];"
                                           "  int r = -1;"
                                           "  t[LID] = in[ID];"
                                           "  if (get_group_id(0) % 2 == 0) {"
                                           "    SYNC;"
                                           "    r = t[ITEMS - 1 - LID];"
                                           "  } else if (get_group_id(0) % 3 == 0) {"
                                           "    SYNC;"
                                           "    r = t[0];"
                                           "    SYNC;"
                                           "  }"
                                           "  out[ID] = r; }");
  auto in = buffer<int>(inputs());
  expectOnEveryShape<int>(
      kernel,
      [](const WorkItem &item) {
        const size_t items = item.localSize[0] * item.localSize[1] * item.localSize[2];
        auto at = [&](size_t local) {
          return overGroup(item, [&](const WorkItem &other) {
            return other.localLinear() == local ? input(other.globalLinear()) : 0;
          });
        };
        if (item.group[0] % 2 == 0)
          return at(items - 1 - item.localLinear());
        return item.group[0] % 3 == 0 ? at(0) : -1;
      },
      in);
}

// Whole groups may leave before a barrier that the others reach.
TEST_F(Barriers, AfterWholeGroupsHaveReturned) {
  Kernel kernel =
      buildKernel(std::string(kPrologue) + "kernel void k(global int *out, global const int *in) {"
                                           "  local int t[256];"
                                           "  out[ID] = -5;"
                                           "  if (get_group_id(0) % 2) return;"
                                           "  t[LID] = in[ID];"
                                           "  SYNC;"
                                           "  int sum = 0;"
                                           "  for (int n = 0; n < ITEMS; ++n) sum += t[n];"
                                           "  out[ID] = sum; }");
  auto in = buffer<int>(inputs());
  expectOnEveryShape<int>(
      kernel, [](const WorkItem &item) { return item.group[0] % 2 ? -5 : groupSum(item); }, in);
}

// Items diverge, meet at the barrier and diverge again, with a loop count known only at run time.
TEST_F(Barriers, BetweenDivergentParts) {
  Kernel kernel = buildKernel(std::string(kPrologue) +
                              "kernel void k(global int *out, global const int *in, int rounds) {"
                              "  local int t[256];"
                              "  int r = 0;"
                              "  for (int n = 0; n < rounds; ++n) {"
                              "    int value = 0;"
                              "    if (LID % 3 == n % 3) for (int k = 0; k < LID % 5; ++k)"
                              "      value += k + in[ID];"
                              "    t[LID] = value;"
                              "    SYNC;"
                              "    if (LID % 2) r += t[0] + n; else r += t[ITEMS - 1];"
                              "    SYNC;"
                              "  }"
                              "  out[ID] = r; }");
  auto in = buffer<int>(inputs());
  const int rounds = 5;
  expectOnEveryShape<int>(
      kernel,
      [&](const WorkItem &item) {
        const int items = int(item.localSize[0] * item.localSize[1] * item.localSize[2]);
        auto tile = [&](int local, int n) {
          return overGroup(item, [&](const WorkItem &other) {
            if (int(other.localLinear()) != local || local % 3 != n % 3)
              return 0;
            int value = 0;
            for (int k = 0; k < local % 5; ++k)
              value += k + input(other.globalLinear());
            return value;
          });
        };
        int r = 0;
        for (int n = 0; n < rounds; ++n)
          r += item.localLinear() % 2 ? tile(0, n) + n : tile(items - 1, n);
        return r;
      },
      in, rounds);
}

TEST_F(Barriers, InAFunctionCalledInALoop) {
  Kernel kernel =
      buildKernel(std::string(kPrologue) +
                      "int shifted(local int *t, int value) {"
                      "  t[LID] = value; SYNC;"
                      "  int r = t[(LID + 1) % ITEMS]; SYNC;"
                      "  return r; }"
                      "kernel void k(global int *out, global const int *in, local int *t) {"
                      "  int v = in[ID];"
                      "  for (int n = 0; n < 3; ++n) v = shifted(t, v);"
                      "  out[ID] = v; }",
                  "-cl-std=CL3.0", "k");
  auto in = buffer<int>(inputs());
  expectOnEveryShape<int>(
      kernel,
      [](const WorkItem &item) {
        const size_t items = item.localSize[0] * item.localSize[1] * item.localSize[2];
        const size_t wanted = (item.localLinear() + 3) % items;
        return overGroup(item, [&](const WorkItem &other) {
          return other.localLinear() == wanted ? input(other.globalLinear()) : 0;
        });
      },
      in, LocalMemory{256 * sizeof(int)});
}

// Private arrays, vectors, structs and pointers keep their values across a barrier.
TEST_F(Barriers, KeepPrivateValues) {
  Kernel kernel =
      buildKernel(std::string(kPrologue) +
                  "typedef struct { int a; float4 b; char c; } Mixed;"
                  "kernel void k(global int *out, global const int *in) {"
                  "  local int t[256];"
                  "  int array[9]; Mixed mixed; int3 three = (int3)(ID, 2, 3);"
                  "  double d = ID * 0.5; uchar small = (uchar)ID; bool odd = ID & 1;"
                  "  for (int n = 0; n < 9; ++n) array[n] = ID * n;"
                  "  mixed.a = ID; mixed.b = (float4)(ID, 1, 2, 3); mixed.c = 7;"
                  "  int *p = &array[ID % 9];"
                  "  t[LID] = in[ID];"
                  "  SYNC;"
                  "  *p += t[(LID + 1) % ITEMS] * 0;"
                  "  SYNC;"
                  "  array[LID % 9] += 1;"
                  "  SYNC;"
                  "  int sum = 0;"
                  "  for (int n = 0; n < 9; ++n) sum += array[n];"
                  "  out[ID] = sum + mixed.a + (int)mixed.b.x + (int)mixed.b.w + mixed.c"
                  "    + three.x + three.z + (int)(2 * d) + small + odd; }");
  auto in = buffer<int>(inputs());
  expectOnEveryShape<int>(
      kernel,
      [](const WorkItem &item) {
        const int id = int(item.globalLinear());
        return id * 36 + 1 + id + id + 3 + 7 + id + 3 + id + int(uint8_t(id)) + (id & 1);
      },
      in);
}

TEST_F(Barriers, SeveralLocalBuffersAndAlignments) {
  Kernel kernel = buildKernel(
      std::string(kPrologue) +
      "kernel void k(global int *out, local char *a, local double4 *b, local short *c) {"
      "  local int16 wide[4]; local char one;"
      "  a[LID] = (char)LID; b[LID] = (double4)(LID); c[LID] = (short)(LID * 2);"
      "  if (LID == 0) { wide[3] = (int16)(5); one = 9; }"
      "  SYNC;"
      "  int n = (LID + 1) % ITEMS;"
      "  bool aligned = ((size_t)b % 32) == 0 && ((size_t)&wide[0] % 64) == 0;"
      "  out[ID] = a[n] + (int)b[n].w + c[n] + wide[3].sf + one + (aligned ? 0 : 10000); }");
  expectOnEveryShape<int>(
      kernel,
      [](const WorkItem &item) {
        const size_t items = item.localSize[0] * item.localSize[1] * item.localSize[2];
        const int n = int((item.localLinear() + 1) % items);
        return int(int8_t(n)) + n + 2 * n + 14;
      },
      LocalMemory{256}, LocalMemory{256 * 32}, LocalMemory{256 * 2});
}

// Global memory written before work_group_barrier(CLK_GLOBAL_MEM_FENCE) is seen by the group.
TEST_F(Barriers, OrderGlobalMemoryWithinTheGroup) {
  Kernel kernel = buildKernel(std::string(kPrologue) +
                              "kernel void k(global int *out, global volatile int *scratch) {"
                              "  scratch[ID] = ID * 3;"
                              "  work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_work_group);"
                              "  int base = ID; /* the group's first item in x */"
                              "  base -= (int)get_local_id(0);"
                              "  int sum = 0;"
                              "  for (int n = 0; n < (int)get_local_size(0); ++n)"
                              "    sum += scratch[base + n];"
                              "  out[ID] = sum; }");
  auto scratch = buffer<int>(4096);
  expectOnEveryShape<int>(
      kernel,
      [](const WorkItem &item) {
        const int base = int(item.globalLinear()) - int(item.local[0]);
        int sum = 0;
        for (int n = 0; n < int(item.localSize[0]); ++n)
          sum += (base + n) * 3;
        return sum;
      },
      scratch);
}

// The loop's exit is decided after the barrier, by a value that all items read from local memory.
TEST_F(Barriers, LoopThatEndsByAValueInLocalMemory) {
  Kernel kernel =
      buildKernel(std::string(kPrologue) + "kernel void k(global int *out) {"
                                           "  local int left; int rounds = 0;"
                                           "  if (LID == 0) left = 3 + (int)get_group_id(0) % 4;"
                                           "  SYNC;"
                                           "  while (left > 0) {"
                                           "    SYNC;"
                                           "    if (LID == 0) --left;"
                                           "    ++rounds;"
                                           "    SYNC;"
                                           "  }"
                                           "  out[ID] = rounds * 100 + LID; }");
  expectOnEveryShape<int>(kernel, [](const WorkItem &item) {
    return (3 + int(item.group[0]) % 4) * 100 + int(item.localLinear());
  });
}

TEST_F(Barriers, ManyOfThemInSequence) {
  std::string body;
  for (int n = 0; n < 40; ++n)
    body += "t[LID] = v; SYNC; v = t[(LID + 1) % ITEMS] + 1; SYNC;\n";
  Kernel kernel = buildKernel(std::string(kPrologue) +
                              "kernel void k(global int *out) {"
                              "  local int t[256]; int v = LID;" +
                              body + "out[ID] = v; }");
  expectOnEveryShape<int>(kernel, [](const WorkItem &item) {
    const size_t items = item.localSize[0] * item.localSize[1] * item.localSize[2];
    return int((item.localLinear() + 40) % items) + 40;
  });
}

TEST_F(Barriers, AsyncCopiesIntoLocalMemory) {
  Kernel kernel =
      buildKernel(std::string(kPrologue) +
                  "kernel void k(global int *out, global const int *in, local int *t) {"
                  "  event_t e = async_work_group_copy(t, in + get_group_id(0), (size_t)ITEMS, 0);"
                  "  wait_group_events(1, &e);"
                  "  out[ID] = t[ITEMS - 1 - LID]; }");
  auto in = buffer<int>(inputs());
  expectOnEveryShape<int>(
      kernel,
      [](const WorkItem &item) {
        const size_t items = item.localSize[0] * item.localSize[1] * item.localSize[2];
        return input(item.group[0] + items - 1 - item.localLinear());
      },
      in, LocalMemory{256 * sizeof(int)});
}

} // namespace
} // namespace weft::test
