// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block has copies of what it names (OpenCL C 3.0 6.14 Blocks): values of every type, whatever
// their alignment and size, at the moment when it is made.
#include "support/device_enqueue_test.h"

namespace weft::test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

class Captures : public DeviceEnqueueTest {};

TEST_F(Captures, ScalarsAndVectorsOfEveryWidth) {
  for (const std::string type : {"char", "ushort", "int", "ulong", "float", "double"}) {
    SCOPED_TRACE(type);
    std::string source = "kernel void k(global int *out) { queue_t q = get_default_queue();";
    std::vector<int> expected;
    for (const std::string width : {"", "2", "3", "4", "8", "16"}) {
      const std::string vector = type + width, count = width.empty() ? "1" : width;
      // Small captures on both sides show a wrong offset.
      source += "{ char before = 3; " + vector + " value = (" + vector +
                ")(get_global_id(0) + 5); char after = 4;"
                "  enqueue_kernel(q, 0, ndrange_1D(1), ^{ " +
                vector + " copy = value; " + type + " sum = 0; for (int i = 0; i < " + count +
                "; ++i) sum += ((" + type +
                "*)&copy)[i]; out[0] = sum; out[1] = before * 10 + after; }); out += 2; }\n";
      expected.insert(expected.end(), {std::stoi(count) * 5, 34});
    }
    EXPECT_EQ(run(source + "}", expected.size(), 1), expected);
  }
}

TEST_F(Captures, Structures) {
  EXPECT_THAT(
      run("typedef struct { char tag; double4 vector; struct { short s[3]; } inner; } Thing;"
          "kernel void k(global int *out) {"
          "  Thing thing = {1, (double4)(2, 3, 4, 5), {{6, 7, 8}}};"
          "  out[1] = enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{"
          "    out[0] = thing.tag + thing.vector.w * 10 + thing.inner.s[2] * 100; }); "
          "  thing.tag = 9; }",
          2, 1),
      ElementsAre(851, 0));
}

// More than the queue's memory is aligned to: the copy is what the compiler takes it for.
TEST_F(Captures, StructuresWithAnAlignmentOfTheirOwn) {
  EXPECT_THAT(
      run("typedef struct __attribute__((aligned(256))) { float16 a, b; int value; } Aligned;"
          "kernel void k(global int *out) { for (int i = 1; i < 4; ++i) {"
          "    Aligned a = {(float16)i, (float16)(2 * i), i};"
          "    out[3] |= enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{"
          "      float16 sum = a.a + a.b; out[a.value - 1] = sum.s0 + sum.sf; }); } }",
          4, 1),
      ElementsAre(6, 12, 18, 0));
}

TEST_F(Captures, PointersToGlobalAndConstantMemory) {
  EXPECT_THAT(run("constant int table[] = {1, 10, 100};"
                  "kernel void k(global int *out, constant int *given) {"
                  "  constant int *of = table + 1; global int *at = out + 1;"
                  "  enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{"
                  "    at[-1] = of[1] + given[1]; }); }",
                  1, 1, buffer(std::vector<int>{7, 8})),
              ElementsAre(108));
}

TEST_F(Captures, QueuesAndEvents) {
  Queue second = makeDeviceQueue();
  EXPECT_THAT(run("kernel void k(global int *out, queue_t other) {"
                  "  queue_t q = get_default_queue(); clk_event_t gate = create_user_event(), end;"
                  "  out[1] = enqueue_kernel(other, 0, ndrange_1D(1), 1, &gate, &end,"
                  "    ^{ out[0] += 1; });"
                  "  enqueue_kernel(q, 0, ndrange_1D(1), ^{"
                  "    out[2] = enqueue_kernel(other, 0, ndrange_1D(1), ^{"
                  "      out[0] = 5; set_user_event_status(gate, CL_COMPLETE);"
                  "      release_event(gate); });"
                  "    clk_event_t wait = end;"
                  "    out[3] = enqueue_kernel(q, 0, ndrange_1D(1), 1, &wait, NULL,"
                  "      ^{ out[0] *= 7; release_event(end); }); }); }",
                  4, 1, second.get()),
              ElementsAre(42, 0, 0, 0));
}

TEST_F(Captures, ProgramScopeVariablesAreShared) {
  EXPECT_THAT(run("global int counter = 3;"
                  "kernel void k(global int *out) { counter = 4;"
                  "  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,"
                  "    ndrange_1D(1), ^{ out[0] = ++counter; }); }",
                  1, 1),
              ElementsAre(5));
}

// Each lane of a packet has a literal of its own.
TEST_F(Captures, DifferInEachWorkItem) {
  constexpr int kItems = 333;
  std::vector<int> out = run("kernel void k(global int *out) {"
                             "  int i = get_global_id(0); float16 v = (float16)(i * 0.5f);"
                             "  enqueue_kernel(get_default_queue(), 0, ndrange_1D(1),"
                             "    ^{ out[i] = (int)(v.s0 + v.sf) - i + 1; }); }",
                             kItems, NDRange(kItems));
  EXPECT_THAT(out, Each(1));
}

// A kernel that enqueues is computed in packets all the same.
TEST_F(Captures, DoNotKeepAKernelFromVectorising) {
  constexpr int kItems = 1000;
  std::vector<int> expected(kItems);
  for (int i = 0; i < kItems; ++i)
    expected[size_t(i)] = i * i + (i % 100 == 7 ? 1000000 : 0);
  EXPECT_EQ(run("kernel void k(global int *out) {"
                "  int i = get_global_id(0); out[i] = i * i;"
                "  if (i % 100 == 7) enqueue_kernel(get_default_queue(),"
                "    CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ out[i] += 1000000; }); }",
                kItems, NDRange(kItems)),
            expected);
}

} // namespace
} // namespace weft::test
