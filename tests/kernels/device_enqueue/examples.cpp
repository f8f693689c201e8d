// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The examples of OpenCL C 3.0 6.15.19 Enqueuing Kernels in its own forms, with the gaps filled so
// that each has a result: blocks as functions' work, literals and variables, local memory of
// constant and computed size, own events and wait lists, ND-ranges chosen by a query.
#include "support/device_enqueue_test.h"

namespace weft::test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

class Examples : public DeviceEnqueueTest {
protected:
  void expectAll(int value, const std::string &source, size_t items = 256) {
    std::vector<int> out = run(source, items + 1, 1, cl_int(items));
    EXPECT_EQ(out.back(), 0) << "what enqueue_kernel returned";
    out.pop_back();
    EXPECT_THAT(out, Each(value));
  }
};

// A kernel function called by a block; the block's captures are its arguments.
TEST_F(Examples, AFunctionInABlockVariable) {
  expectAll(5, "void work(int five, global int *c) { c[get_global_id(0)] += five; }"
               "kernel void k(global int *c, int n) {"
               "  void (^block)(void) = ^{ work(5, c); };"
               "  c[n] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,"
               "    ndrange_1D(n), block); }");
}

TEST_F(Examples, AFunctionInABlockLiteral) {
  expectAll(6, "void work(int six, global int *c) { c[get_global_id(0)] += six; }"
               "kernel void k(global int *c, int n) {"
               "  c[n] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,"
               "    ndrange_1D(n), ^{ work(6, c); }); }");
}

// Local memory of a size that the enqueuing kernel computes.
TEST_F(Examples, LocalMemoryOfAComputedSize) {
  expectAll(9, "void work(global int *c, local int *l) {"
               "  size_t i = get_local_id(0), n = get_local_size(0);"
               "  l[i] = 8; barrier(CLK_LOCAL_MEM_FENCE);"
               "  c[get_global_id(0)] = l[n - 1 - i] + 1; }"
               "kernel void k(global int *c, int n) {"
               "  size_t size = 8; uint bytes = size * sizeof(int);"
               "  c[n] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,"
               "    ndrange_1D(n, size),"
               "    ^(local void *l) { work(c, (local int *)l); }, bytes); }");
}

TEST_F(Examples, LocalMemoryOfSeveralArguments) {
  expectAll(3, "kernel void k(global int *c, int n) {"
               "  void (^block)(local void *, local void *) = ^(local void *a, local void *b) {"
               "    local float *x = a; local char *y = b; size_t i = get_local_id(0);"
               "    x[i] = 1.0f; y[i] = 2; barrier(CLK_LOCAL_MEM_FENCE);"
               "    c[get_global_id(0)] = (int)x[i ^ 1] + y[i ^ 1]; };"
               "  c[n] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,"
               "    ndrange_1D(n, 16), block, (uint)(16 * sizeof(float)), 16u); }");
}

// The local size that a query recommends.
TEST_F(Examples, ARangeChosenByAQuery) {
  expectAll(2, "kernel void k(global int *c, int n) {"
               "  void (^block)(void) = ^{ c[get_global_id(0)] = 2; };"
               "  uint most = get_kernel_work_group_size(block);"
               "  uint multiple = get_kernel_preferred_work_group_size_multiple(block);"
               "  uint size = min(most / multiple * multiple, (uint)n);"
               "  c[n] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,"
               "    ndrange_1D(n, size), block); }");
}

// One kernel after the other by an event, and an enqueue from within the second.
TEST_F(Examples, AChainByEvents) {
  expectAll(7, "kernel void k(global int *c, int n) {"
               "  queue_t q = get_default_queue(); clk_event_t first, second;"
               "  int status = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(n), 0, NULL,"
               "    &first, ^{ c[get_global_id(0)] = 3; });"
               "  if (status == CLK_SUCCESS)"
               "    status = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(n), 1, &first,"
               "      &second, ^{ c[get_global_id(0)] *= 2; });"
               "  if (status == CLK_SUCCESS)"
               "    status = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), 1,"
               "      &second, NULL, ^{ enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(n),"
               "        ^{ ++c[get_global_id(0)]; }); });"
               "  release_event(first); release_event(second); c[n] = status; }");
}

// Independent kernels, and a last one that waits for them all by a marker.
TEST_F(Examples, IndependentKernelsAndAMarker) {
  expectAll(4, "kernel void k(global int *c, int n) {"
               "  queue_t q = get_default_queue(); clk_event_t halves[2], both;"
               "  size_t count = n / 2; int status = 0;"
               "  for (int i = 0; i < 2; ++i)"
               "    status |= enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT,"
               "      ndrange_1D(i * count, count, count), 0, NULL, halves + i,"
               "      ^{ c[get_global_id(0)] = 2; });"
               "  status |= enqueue_marker(q, 2, halves, &both);"
               "  status |= enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(n), 1, &both,"
               "    NULL, ^{ c[get_global_id(0)] += c[n - 1 - get_global_id(0)] == 2 ||"
               "             c[n - 1 - get_global_id(0)] == 4 ? 2 : 0; });"
               "  release_event(halves[0]); release_event(halves[1]); release_event(both);"
               "  c[n] = status; }");
}

// A block in each work-item's own context, nested as deep as one likes.
TEST_F(Examples, BlocksInBlocks) {
  EXPECT_THAT(
      run("kernel void k(global int *c) {"
          "  queue_t q = get_default_queue(); int one = 1;"
          "  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(2), ^{"
          "    int two = one + 1, at = get_global_id(0);"
          "    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(2), ^{"
          "      int three = two + one, inner = get_global_id(0);"
          "      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(2), ^{"
          "        c[at * 4 + inner * 2 + get_global_id(0)] ="
          "          three * 1000 + at * 100 + inner * 10 + get_global_id(0); }); }); }); }",
          8, 1),
      ElementsAre(3000, 3001, 3010, 3011, 3100, 3101, 3110, 3111));
}

// 6.15.19.6: what the queries of a block answer.
TEST_F(Examples, QueriesOfBlocks) {
  const auto most = int(deviceInfo<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE));
  std::vector<int> out =
      run("kernel void k(global int *out) {"
          "  void (^plain)(void) = ^{ out[10] = 1; };"
          "  void (^local_)(local void *) = ^(local void *memory) {"
          "    ((local int *)memory)[0] = 1; out[11] = ((local int *)memory)[0]; };"
          "  out[0] = get_kernel_work_group_size(plain);"
          "  out[1] = get_kernel_work_group_size(local_);"
          "  out[2] = get_kernel_preferred_work_group_size_multiple(plain);"
          "  out[3] = get_kernel_preferred_work_group_size_multiple(local_); }",
          12, 1);
  for (int i = 0; i < 2; ++i) {
    EXPECT_GE(out[size_t(i)], 1);
    EXPECT_LE(out[size_t(i)], most);
    EXPECT_GE(out[size_t(i) + 2], 1);
    EXPECT_EQ(out[size_t(i)] % out[size_t(i) + 2], 0);
    EXPECT_LE(out[size_t(i) + 2], out[size_t(i)]);
  }
}

// 6.15.19.6, 6.15.19.2: the sub-groups a block would have, with local arguments and without.
TEST_F(Examples, QueriesOfSubGroupsOfBlocks) {
  std::vector<int> out = run(
      "kernel void k(global int *out) {"
      "  void (^plain)(void) = ^{ out[get_global_id(0) + 8] = get_max_sub_group_size(); };"
      "  void (^local_)(local void *) = ^(local void *memory) {"
      "    ((local int *)memory)[0] = get_num_sub_groups(); out[6] = ((local int *)memory)[0]; };"
      "  ndrange_t range = ndrange_1D(64, 40);"
      "  out[0] = get_kernel_max_sub_group_size_for_ndrange(range, plain);"
      "  out[1] = get_kernel_max_sub_group_size_for_ndrange(range, local_);"
      "  out[2] = get_kernel_sub_group_count_for_ndrange(range, plain);"
      "  out[3] = get_kernel_sub_group_count_for_ndrange(range, local_);"
      "  out[4] = enqueue_kernel(get_default_queue(), 0, ndrange_1D(40, 40), plain);"
      "  out[5] = enqueue_kernel(get_default_queue(), 0, ndrange_1D(40, 40), local_, 4u); }",
      48, 1);
  for (size_t i : {0, 1}) {
    EXPECT_GE(out[i], 1);
    EXPECT_EQ(out[i + 2], (40 + out[i] - 1) / out[i]); // "Only the last may be smaller" (API 3.2)
  }
  EXPECT_THAT(std::vector<int>({out[4], out[5]}), ElementsAre(0, 0));
  EXPECT_EQ(out[6], out[3]);
  for (size_t i = 8; i < 48; ++i)
    EXPECT_EQ(out[i], out[0]);
}

} // namespace
} // namespace weft::test
