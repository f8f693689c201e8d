// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private, constant, program-scope and generic memory.
#include "support/kernel_test.h"

namespace weft::test {
namespace {

using Memory = KernelTest;

TEST_F(Memory, PrivateArraysWithIndicesKnownOnlyAtRunTime) {
  Kernel kernel = buildKernel("kernel void k(global int *out) {"
                              "  int i = get_global_linear_id(); int a[32];"
                              "  for (int n = 0; n < 32; ++n) a[n] = n * i;"
                              "  for (int n = 0; n < 32; ++n) a[(n * 5 + i) % 32] += n;"
                              "  int r = 0; for (int n = 0; n < 32; ++n) r = r * 3 + a[n];"
                              "  out[i] = r; }");
  expectOnEveryShape<int>(kernel, [](const WorkItem &item) {
    const unsigned i = unsigned(item.globalLinear());
    unsigned a[32];
    for (unsigned n = 0; n < 32; ++n)
      a[n] = n * i;
    for (unsigned n = 0; n < 32; ++n)
      a[(n * 5 + i) % 32] += n;
    unsigned r = 0;
    for (unsigned n = 0; n < 32; ++n)
      r = r * 3 + a[n];
    return int(r);
  });
}

// More private memory than a thread's stack holds, times the work-items of a group.
TEST_F(Memory, LargePrivateArrays) {
  Kernel kernel =
      buildKernel("kernel void k(global int *out) {"
                  "  int i = get_global_id(0); int a[40000];"
                  "  for (int n = 0; n < 40000; ++n) a[n] = n ^ i;"
                  "  barrier(CLK_LOCAL_MEM_FENCE);"
                  "  int r = 0; for (int n = 0; n < 40000; n += 977) r += a[(n + i) % 40000];"
                  "  out[i] = r; }");
  auto out = buffer<int>(256);
  kernel.setArgs(out);
  enqueue(kernel, NDRange(256).local({128}));
  const std::vector<int> got = read(out);
  for (int i = 0; i < 256; ++i) {
    int wanted = 0;
    for (int n = 0; n < 40000; n += 977)
      wanted += ((n + i) % 40000) ^ i;
    EXPECT_EQ(got[size_t(i)], wanted) << i;
  }
}

TEST_F(Memory, ConstantTables) {
  Kernel kernel =
      buildKernel("constant int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};"
                  "constant float half_of[] = {0, 0.5f, 1, 1.5f};"
                  "constant char *words[] = {\"one\", \"three\"};"
                  "kernel void k(global int *out) { int i = get_global_linear_id();"
                  "  const int local_table[3] = {1, 10, 100};"
                  "  out[i] = primes[i % 8] * local_table[i % 3] + (int)(2 * half_of[i % 4]) +"
                  "    words[i % 2][i % 3]; }");
  expectOnEveryShape<int>(kernel, [](const WorkItem &item) {
    const size_t i = item.globalLinear();
    const int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19}, table[3] = {1, 10, 100};
    const char *words[] = {"one", "three"};
    return primes[i % 8] * table[i % 3] + int(i % 4) + words[i % 2][i % 3];
  });
}

// OpenCL C 6.7: program scope variables live as long as the program and start as initialised.
TEST_F(Memory, ProgramScopeVariablesLastFromLaunchToLaunch) {
  if (!deviceInfo<size_t>(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE))
    GTEST_SKIP() << "the device has no program scope variables";
  const char *source = "global int counter = 5; global int zeros[100]; global int *global where ="
                       "  &zeros[3]; static global float scale = 0.5f;"
                       "kernel void bump() { atomic_add((volatile global int *)&counter, 1);"
                       "  *where = 9; scale *= 2; }"
                       "kernel void show(global int *out) {"
                       "  out[0] = counter; out[1] = zeros[3]; out[2] = zeros[4];"
                       "  out[3] = (int)(scale * 2); out[4] = where == &zeros[3]; }";
  Program program = buildProgram(source), second = buildProgram(source);
  Kernel bump = kernel(program, "bump"), show = kernel(program, "show");
  Kernel untouched = kernel(second, "show");
  auto out = buffer<int>(5);
  show.setArgs(out);
  enqueue(show, 1);
  EXPECT_THAT(read(out), ::testing::ElementsAre(5, 0, 0, 1, 1));
  enqueue(bump, 1);
  enqueue(bump, 1);
  enqueue(show, 1);
  EXPECT_THAT(read(out), ::testing::ElementsAre(7, 9, 0, 4, 1));
  // Another program of the same source has variables of its own.
  untouched.setArgs(out);
  enqueue(untouched, 1);
  EXPECT_THAT(read(out), ::testing::ElementsAre(5, 0, 0, 1, 1));
}

TEST_F(Memory, GenericPointersOfEveryAddressSpace) {
  Kernel kernel = buildKernel(
      "int fetch(int *p) { return *p; }"
      "kernel void k(global int *out, global int *in) {"
      "  int i = get_global_linear_id(); int mine = i * 2; local int ours;"
      "  if (get_local_linear_id() == 0) ours = 1000;"
      "  barrier(CLK_LOCAL_MEM_FENCE);"
      "  int *p = i % 3 == 0 ? (int *)&in[i % 64] : i % 3 == 1 ? (int *)&mine : (int *)&ours;"
      "  int kind = to_global(p) ? 1 : to_local(p) ? 2 : to_private(p) ? 3 : 0;"
      "  int fence = get_fence(p) == CLK_LOCAL_MEM_FENCE ? 50 : 0;"
      "  out[i] = fetch(p) * 10 + kind + (kind == 2 && !fence ? 100000 : 0); }",
      "-cl-std=CL3.0", "k");
  std::vector<int> values(64);
  for (int i = 0; i < 64; ++i)
    values[size_t(i)] = i + 7;
  auto in = buffer<int>(values);
  expectOnEveryShape<int>(
      kernel,
      [](const WorkItem &item) {
        const int i = int(item.globalLinear());
        return i % 3 == 0 ? (i % 64 + 7) * 10 + 1 : i % 3 == 1 ? i * 20 + 3 : 10002;
      },
      in);
}

TEST_F(Memory, AtomicsOnGlobalAndLocalMemory) {
  Kernel kernel = buildKernel(
      "kernel void k(global int *out, global int *total, global uint *most) {"
      "  local int ours; int l = get_local_linear_id();"
      "  if (l == 0) ours = 0;"
      "  barrier(CLK_LOCAL_MEM_FENCE);"
      "  atomic_add(&ours, l); atomic_inc(total); atomic_max(most, (uint)get_global_linear_id());"
      "  barrier(CLK_LOCAL_MEM_FENCE);"
      "  out[get_global_linear_id()] = ours; }");
  auto total = buffer<int>(std::vector<int>(1, 0));
  auto most = buffer<cl_uint>(std::vector<cl_uint>(1, 0));
  int items = 0;
  const bool ragged = deviceInfo<cl_bool>(CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT);
  for (const Shape &shape : everyShape())
    if (ragged || shape.uniform())
      items += int(shape.items());
  expectOnEveryShape<int>(
      kernel,
      [](const WorkItem &item) {
        const int count = int(item.localSize[0] * item.localSize[1] * item.localSize[2]);
        return count * (count - 1) / 2;
      },
      total, most);
  EXPECT_EQ(read(total)[0], items);
  EXPECT_EQ(read(most)[0], ragged ? 999u : 255u);
}

TEST_F(Memory, UnalignedVectorLoadsAndStores) {
  Kernel kernel = buildKernel("kernel void k(global int *out, global const int *in) {"
                              "  int i = get_global_linear_id();"
                              "  int4 v = vload4(0, in + i); int3 t = vload3(0, in + i + 1);"
                              "  out[i] = v.x + v.y * 2 + v.z * 3 + v.w * 4 + t.x + t.z; }");
  std::vector<int> values(2048);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = int(i * i % 97);
  auto in = buffer<int>(values);
  expectOnEveryShape<int>(
      kernel,
      [&](const WorkItem &item) {
        const int *v = &values[item.globalLinear()];
        return v[0] + v[1] * 2 + v[2] * 3 + v[3] * 4 + v[1] + v[3];
      },
      in);
}

TEST_F(Memory, CopiesOfStructsBetweenAddressSpaces) {
  Kernel kernel = buildKernel("typedef struct { int a[5]; char b; float4 c; } S;"
                              "kernel void k(global int *out, global S *all) {"
                              "  int i = get_global_linear_id(); local S ours[256];"
                              "  S mine; for (int n = 0; n < 5; ++n) mine.a[n] = i + n;"
                              "  mine.b = (char)i; mine.c = (float4)(i);"
                              "  ours[get_local_linear_id()] = mine;"
                              "  barrier(CLK_LOCAL_MEM_FENCE);"
                              "  all[i] = ours[get_local_linear_id()];"
                              "  S back = all[i];"
                              "  out[i] = back.a[4] + back.b + (int)back.c.z; }");
  auto all = buffer<char>(48 * 1024);
  expectOnEveryShape<int>(
      kernel,
      [](const WorkItem &item) {
        const int i = int(item.globalLinear());
        return i + 4 + int8_t(i) + i;
      },
      all);
}

} // namespace
} // namespace weft::test
