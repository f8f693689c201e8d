// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The errors of enqueue_kernel and enqueue_marker (OpenCL C 3.0 6.15.19.1, 6.15.19.7): particular
// ones in programs built with -g, CLK_ENQUEUE_FAILURE in others.
#include "support/device_enqueue_test.h"

namespace weft::test {
namespace {

// OpenCL C 3.0 6.15.19.1, of which the host has no header.
constexpr int kEnqueueFailure = -101, kInvalidQueue = -102, kInvalidNDRange = -160,
              kInvalidEventWaitList = -57, kDeviceQueueFull = -161, kInvalidArgSize = -51,
              kEventAllocationFailure = -100, kOutOfResources = -5;

class EnqueueErrors : public DeviceEnqueueTest {
protected:
  /// Each call has an int for its value and gets it wrong; after them, the queue works as before.
  void expect(int error, const std::vector<std::string> &calls, const std::string &options = "") {
    std::string source = "kernel void k(global int *out) {"
                         "  queue_t q = get_default_queue(), none = CLK_NULL_QUEUE;"
                         "  clk_event_t event;"
                         "  out[0] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL,"
                         "    ndrange_1D(1), ^{ out[1] = 1; }); out += 2;";
    for (const std::string &call : calls)
      source += "\n event = CLK_NULL_EVENT; *out++ = " + call + ";";
    source += "}";
    for (bool debugs : {true, false}) {
      std::string all = "-cl-std=CL3.0 " + options + (debugs ? " -g" : "");
      std::vector<int> out = runWith(all.c_str(), source, calls.size() + 2, 1);
      EXPECT_EQ(out[0], 0);
      EXPECT_EQ(out[1], 1);
      for (size_t i = 0; i < calls.size(); ++i)
        EXPECT_EQ(out[i + 2], debugs ? error : kEnqueueFailure) << calls[i];
    }
  }
};

TEST_F(EnqueueErrors, InvalidQueue) {
  expect(kInvalidQueue,
         {"enqueue_kernel(none, 0, ndrange_1D(1), ^{})", "enqueue_marker(none, 1, &event, NULL)"});
}

TEST_F(EnqueueErrors, InvalidNDRange) {
  std::vector<std::string> calls;
  for (const char *range :
       {"ndrange_1D(1, 100000)", "ndrange_1D(-1ul, 2, 1)", "(ndrange_t){0}",
        "(ndrange_t){4, {0}, {1, 1, 1}, {1, 1, 1}}", "(ndrange_t){3, {0}, {8, 8, 8}, {8, 0, 8}}",
        "(ndrange_t){3, {0}, {4096, 4096, 1}, {4096, 2, 1}}",
        "(ndrange_t){3, {0}, {1ul << 30, 1ul << 30, 1ul << 30}, {0}}"})
    calls.push_back("enqueue_kernel(q, 0, " + std::string(range) + ", ^{})");
  expect(kInvalidNDRange, calls);
}

TEST_F(EnqueueErrors, InvalidNDRangeOfGroupsThatMustBeUniform) {
  const char *call = "enqueue_kernel(q, 0, ndrange_1D(10, 4), ^{})";
  expect(kInvalidNDRange, {call}, "-cl-uniform-work-group-size");
  EXPECT_THAT(run("kernel void k(global int *out) { queue_t q = get_default_queue(); out[0] = 1;"
                  "  out[0] = " +
                      std::string(call) + "; }",
                  1, 1),
              ::testing::ElementsAre(0));
}

TEST_F(EnqueueErrors, InvalidEventWaitList) {
  std::vector<std::string> calls;
  for (const char *list : {"1, NULL", "0, &event", "1, &event"})
    calls.push_back("enqueue_kernel(q, 0, ndrange_1D(1), " + std::string(list) + ", NULL, ^{})");
  for (const char *list : {"1, NULL", "0, &event", "0, NULL", "1, &event"})
    calls.push_back("enqueue_marker(q, " + std::string(list) + ", NULL)");
  expect(kInvalidEventWaitList, calls);
}

TEST_F(EnqueueErrors, InvalidArgSize) {
  expect(kInvalidArgSize,
         {"enqueue_kernel(q, 0, ndrange_1D(1), ^(local void *a, local void *b) {}, 16, 0)"});
}

TEST_F(EnqueueErrors, OutOfResources) {
  const auto most = deviceInfo<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE);
  const std::string tooMuch = std::to_string(most + 1) + "u",
                    half = std::to_string(most / 2 + 1) + "u";
  expect(kOutOfResources,
         {"enqueue_kernel(q, 0, ndrange_1D(1), ^(local void *a) {}, " + tooMuch + ")",
          "enqueue_kernel(q, 0, ndrange_1D(1), ^(local void *a, local void *b) {}, " + half + ", " +
              half + ")"});
}

/// Enqueues until it fails, behind a gate; says how often it went well and with what it failed.
std::string fill(const std::string &enqueue) {
  return "kernel void k(global int *out, int most) {"
         "  queue_t q = get_default_queue(); clk_event_t gate = create_user_event(), event;"
         "  int status = 0, count = 0;"
         "  while (count < most && !(status = " +
         enqueue +
         ")) ++count;"
         "  out[0] = status; out[1] = count; set_user_event_status(gate, CL_COMPLETE);"
         "  release_event(gate); }";
}

// Says so at once, and nothing is lost: all that it took runs.
TEST_F(EnqueueErrors, DeviceQueueFull) {
  for (cl_uint bytes : {16u << 10, 256u << 10, 16u << 20}) {
    SCOPED_TRACE(bytes);
    replaceDefaultQueue(0, bytes);
    const std::string source = fill("enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1,"
                                    " &gate, NULL, ^{ atomic_inc(out + 2); })");
    for (bool debugs : {true, false}) {
      std::vector<int> out =
          runWith(debugs ? "-cl-std=CL3.0 -g" : "-cl-std=CL3.0", source, 3, 1, 1 << 20);
      EXPECT_EQ(out[0], debugs ? kDeviceQueueFull : kEnqueueFailure);
      EXPECT_GE(out[1], int(bytes / 1024)) << "a small command takes no more than 1 KiB";
      EXPECT_EQ(out[2], out[1]);
    }
  }
}

TEST_F(EnqueueErrors, ACaptureLargerThanTheQueue) {
  replaceDefaultQueue(0, 16 << 10);
  const char *source = "typedef struct { int values[5000]; } Large;"
                       "kernel void k(global int *out) { Large large; large.values[4999] = 3;"
                       "  out[0] = enqueue_kernel(get_default_queue(), 0, ndrange_1D(1),"
                       "    ^{ out[1] = large.values[4999]; }); }";
  EXPECT_THAT(runWith("-cl-std=CL3.0 -g", source, 2, 1),
              ::testing::ElementsAre(kOutOfResources, 0));
  replaceDefaultQueue(0, 64 << 10);
  EXPECT_THAT(runWith("-cl-std=CL3.0 -g", source, 2, 1), ::testing::ElementsAre(0, 3));
}

TEST_F(EnqueueErrors, EventAllocationFailure) {
  replaceDefaultQueue(0, 16 << 20);
  const auto most = int(deviceInfo<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_EVENTS));
  EXPECT_GE(most, 65536);
  Kernel kernel = buildKernel(
      "kernel void k(global int *out, int most, global ulong *kept) {"
      "  queue_t q = get_default_queue(); clk_event_t first = create_user_event(), event;"
      "  global clk_event_t *events = (global clk_event_t *)kept; int count = 1;"
      "  while (count <= most && is_valid_event(event = create_user_event()))"
      "    events[count++] = event;"
      "  out[0] = enqueue_kernel(q, 0, ndrange_1D(1), 0, NULL, &event, ^{});"
      "  out[1] = count;"
      "  for (int i = 1; i < count; ++i) { set_user_event_status(events[i], CL_COMPLETE);"
      "    release_event(events[i]); }"
      "  out[2] = enqueue_kernel(q, 0, ndrange_1D(1), 0, NULL, &event, ^{ out[3] = 1; });"
      "  release_event(event); set_user_event_status(first, CL_COMPLETE); release_event(first); }",
      "-cl-std=CL3.0 -g");
  auto out = buffer<int>(std::vector<int>(4));
  auto kept = buffer<cl_ulong>(size_t(most) + 1);
  for (int round = 0; round < 2; ++round) {
    kernel.setArgs(out, most, kept);
    enqueue(kernel, 1);
    EXPECT_THAT(read(out), ::testing::ElementsAre(kEventAllocationFailure, most, 0, 1));
  }
}

} // namespace
} // namespace weft::test
