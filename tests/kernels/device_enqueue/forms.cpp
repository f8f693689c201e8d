// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.19.1 Built-in functions - enqueuing a kernel: the four forms of enqueue_kernel,
// its flags, ND-ranges and queues.
#include "support/device_enqueue_test.h"

namespace weft::test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

class EnqueueKernel : public DeviceEnqueueTest {};

TEST_F(EnqueueKernel, RunsABlockOverItsRange) {
  EXPECT_THAT(run("kernel void k(global int *out) {"
                  "  int status = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT,"
                  "    ndrange_1D(5), ^{ out[get_global_id(0)] = 10 + get_global_id(0); });"
                  "  if (status != CLK_SUCCESS) out[5] = status; }",
                  6, 1),
              ElementsAre(10, 11, 12, 13, 14, 0));
}

TEST_F(EnqueueKernel, TakesABlockVariable) {
  EXPECT_THAT(run("kernel void k(global int *out) {"
                  "  int captured = 7;"
                  "  void (^block)(void) = ^{ out[get_global_id(0)] = captured; };"
                  "  captured = 8;" // a block has the values of when it was made
                  "  out[3] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT,"
                  "    ndrange_1D(3), block); }",
                  4, 1),
              ElementsAre(7, 7, 7, 0));
}

TEST_F(EnqueueKernel, GivesLocalMemoryOfTheSizesAsked) {
  EXPECT_THAT(run("kernel void k(global int *out) {"
                  "  out[8] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT,"
                  "    ndrange_1D(8, 4), ^(local void *a, local void *b) {"
                  "      local int *x = a; local long *y = b; size_t l = get_local_id(0);"
                  "      x[l] = get_global_id(0); y[l] = 100 * get_group_id(0);"
                  "      barrier(CLK_LOCAL_MEM_FENCE);"
                  "      out[get_global_id(0)] = x[3 - l] + y[(l + 1) % 4];"
                  "    }, 4 * (uint)sizeof(int), 4u * (uint)sizeof(long)); }",
                  9, 1),
              ElementsAre(3, 2, 1, 0, 107, 106, 105, 104, 0));
}

TEST_F(EnqueueKernel, WaitsForEventsAndReturnsOne) {
  EXPECT_THAT(run("kernel void k(global int *out) {"
                  "  queue_t q = get_default_queue(); clk_event_t first, second;"
                  "  out[1] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),"
                  "    0, NULL, &first, ^{ out[0] = 1; });"
                  "  out[2] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),"
                  "    1, &first, &second, ^{ out[0] = out[0] * 10 + 2; });"
                  "  out[3] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),"
                  "    1, &second, NULL, ^{ out[0] = out[0] * 10 + 3; });"
                  "  release_event(first); release_event(second); }",
                  4, 1),
              ElementsAre(123, 0, 0, 0));
}

TEST_F(EnqueueKernel, TakesEventsAndLocalMemoryTogether) {
  EXPECT_THAT(run("kernel void k(global int *out) {"
                  "  queue_t q = get_default_queue(); clk_event_t event;"
                  "  out[4] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4),"
                  "    0, NULL, &event, ^{ out[get_global_id(0)] = 5; });"
                  "  out[5] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4, 4),"
                  "    1, &event, &event, ^(local void *memory) {"
                  "      local int *sum = memory; size_t l = get_local_id(0);"
                  "      sum[l] = out[l] + l; barrier(CLK_LOCAL_MEM_FENCE);"
                  "      out[l] = sum[3 - l]; }, 16);"
                  "  release_event(event); }",
                  6, 1),
              ElementsAre(8, 7, 6, 5, 0, 0));
}

// A child that waits for its parent, or for the work-group that enqueued it, sees all that these
// wrote.
TEST_F(EnqueueKernel, StartsWhenTheFlagsSay) {
  for (const char *flag : {"CLK_ENQUEUE_FLAGS_WAIT_KERNEL", "CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP"}) {
    SCOPED_TRACE(flag);
    const std::string wide = std::string(flag).ends_with("KERNEL") ? "1" : "0";
    std::vector<int> out =
        run("kernel void k(global int *out) {"
            "  size_t id = get_global_id(0), group = get_group_id(0), size = get_local_size(0);"
            "  if (get_local_id(0) == 0 && enqueue_kernel(get_default_queue(), " +
                std::string(flag) +
                ", ndrange_1D(1), ^{ int sum = 0;"
                "    for (size_t i = 0; i < 4096; ++i) if (" +
                wide +
                " || i / size == group)"
                "      sum += out[i];"
                "    out[4096 + group] = sum; })) out[4096 + group] = -1;"
                "  out[id] = 1; }",
            4096 + 64, NDRange(4096).local({64}));
    out.erase(out.begin(), out.begin() + 4096);
    EXPECT_THAT(out, Each(wide == "1" ? 4096 : 64));
  }
}

TEST_F(EnqueueKernel, TakesRangesOfEveryForm) {
  const struct {
    const char *range;
    std::vector<int> expected; // dimensions, offset x y z, global size x y z, local size x
  } cases[] = {
      {"ndrange_1D(12)", {1, 0, 0, 0, 12, 1, 1}},
      {"ndrange_1D(12, 3)", {1, 0, 0, 0, 12, 1, 1, 3}},
      {"ndrange_1D(5, 12, 4)", {1, 5, 0, 0, 12, 1, 1, 4}},
      {"ndrange_2D(g)", {2, 0, 0, 0, 4, 6, 1}},
      {"ndrange_2D(g, l)", {2, 0, 0, 0, 4, 6, 1, 2}},
      {"ndrange_2D(o, g, l)", {2, 1, 2, 0, 4, 6, 1, 2}},
      {"ndrange_3D(g)", {3, 0, 0, 0, 4, 6, 2}},
      {"ndrange_3D(g, l)", {3, 0, 0, 0, 4, 6, 2, 2}},
      {"ndrange_3D(o, g, l)", {3, 1, 2, 3, 4, 6, 2, 2}},
  };
  for (const auto &each : cases) {
    SCOPED_TRACE(each.range);
    std::vector<int> out =
        run("kernel void k(global int *out) {"
            "  const size_t o[] = {1, 2, 3}, g[] = {4, 6, 2}, l[] = {2, 3, 1};"
            "  out[9] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, " +
                std::string(each.range) +
                ", ^{ if (get_global_linear_id() == 0) { out[0] = get_work_dim();"
                "      for (int i = 0; i < 3; ++i) { out[1 + i] = get_global_offset(i);"
                "        out[4 + i] = get_global_size(i); }"
                "      out[7] = get_local_size(0); }"
                "    atomic_inc(out + 8); }); }",
            10, 1);
    for (size_t i = 0; i < each.expected.size(); ++i)
      EXPECT_EQ(out[i], each.expected[i]) << i;
    EXPECT_EQ(out[8], out[4] * out[5] * out[6]);
    EXPECT_EQ(out[9], 0);
  }
}

TEST_F(EnqueueKernel, TakesAQueueAsAnArgument) {
  Queue first = makeDeviceQueue(), second = makeDeviceQueue();
  EXPECT_THAT(run("kernel void k(global int *out, queue_t a, queue_t b) {"
                  "  out[2] = enqueue_kernel(a, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{"
                  "    out[0] = 1;"
                  "    out[3] = enqueue_kernel(b, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{"
                  "      out[1] = 2; }); }); }",
                  4, 1, first.get(), second.get()),
              ElementsAre(1, 2, 0, 0));
}

TEST_F(EnqueueKernel, AnEmptyRangeRunsNothingAndCompletes) {
  EXPECT_THAT(
      run("kernel void k(global int *out) { clk_event_t event;"
          "  queue_t q = get_default_queue();"
          "  out[1] = enqueue_kernel(q, 0, ndrange_1D(0), 0, NULL, &event, ^{ out[0] = 1; });"
          "  out[2] = enqueue_kernel(q, 0, ndrange_1D(1), 1, &event, NULL,"
          "    ^{ out[0] += 2; }); release_event(event); }",
          3, 1),
      ElementsAre(2, 0, 0));
}

// Every lane of a packet may enqueue, under any control flow, and each its own captures.
TEST_F(EnqueueKernel, MayBeCalledByAnyWorkItem) {
  constexpr int kItems = 500;
  std::vector<int> expected(kItems);
  for (int i = 0; i < kItems; ++i)
    for (int round = 0; round < i % 5; ++round)
      if ((i + round) % 3)
        expected[size_t(i)] += i * 8 + round;
  EXPECT_THAT(run("kernel void k(global int *out) {"
                  "  int i = get_global_id(0);"
                  "  for (int round = 0; round < i % 5; ++round) if ((i + round) % 3)"
                  "    if (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT,"
                  "          ndrange_1D(1), ^{ atomic_add(out + i, i * 8 + round); }))"
                  "      out[i] = -1000000; }",
                  kItems, NDRange(kItems).local({50})),
              ElementsAreArray(expected));
}

// 6.15.19: the parent is complete when all its descendants are, which is when the host may read.
TEST_F(EnqueueKernel, TheParentIsCompleteWhenItsDescendantsAre) {
  std::vector<int> out =
      run("void descend(global int *out, int level) {"
          "  atomic_inc(out);"
          "  if (level) for (int i = 0; i < 3; ++i)"
          "    if (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),"
          "          ^{ descend(out, level - 1); })) atomic_inc(out + 1); }"
          "kernel void k(global int *out) { descend(out, 7); }",
          2, 1);
  EXPECT_THAT(out, ElementsAre(3280, 0)); // 1 + 3 + ... + 3^7
}

TEST_F(EnqueueKernel, ReachesAKernelOfAnotherProgramObject) {
  cl_program parts[2];
  Program library =
      programWithSource("void put(global int *out, int value) { out[get_global_id(0)] = value; }"
                        "kernel void fill(global int *out) { put(out, 4); }");
  Program main = programWithSource(
      "extern void put(global int *out, int value); extern kernel void fill(global int *out);"
      "kernel void k(global int *out) {"
      "  enqueue_kernel(get_default_queue(), 0, ndrange_1D(2), ^{ put(out, 3); });"
      "  enqueue_kernel(get_default_queue(), 0, ndrange_1D(2), ^{ fill(out + 2); }); }");
  parts[0] = library;
  parts[1] = main;
  for (cl_program part : parts)
    check(
        clCompileProgram(part, 0, nullptr, "-cl-std=CL3.0", 0, nullptr, nullptr, nullptr, nullptr),
        "clCompileProgram");
  auto linked = created("clLinkProgram", [&](cl_int *status) {
    return clLinkProgram(context(), 0, nullptr, "", 2, parts, nullptr, nullptr, status);
  });
  Kernel kernel = this->kernel(linked, "k");
  auto out = buffer<int>(std::vector<int>(4));
  kernel.setArgs(out);
  enqueue(kernel, 1);
  EXPECT_THAT(read(out), ElementsAre(3, 3, 4, 4));
}

} // namespace
} // namespace weft::test
