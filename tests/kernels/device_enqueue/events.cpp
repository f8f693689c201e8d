// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.19.7 Queuing Other Commands and 6.15.19.8 Event Functions.
#include "support/device_enqueue_test.h"

namespace weft::test {
namespace {

using ::testing::ElementsAre;

class DeviceEvents : public DeviceEnqueueTest {
protected:
  cl_int waitFor(cl_event event) { return clWaitForEvents(1, &event); }
};

TEST_F(DeviceEvents, AMarkerCompletesWhenItsWaitListHas) {
  EXPECT_THAT(run("kernel void k(global int *out) {"
                  "  queue_t q = get_default_queue(); clk_event_t list[3], marker;"
                  "  for (int i = 0; i < 3; ++i)"
                  "    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(100), 0, NULL,"
                  "      list + i, ^{ atomic_inc(out + i); });"
                  "  out[4] = enqueue_marker(q, 3, list, &marker);"
                  "  out[5] = enqueue_kernel(q, 0, ndrange_1D(1), 1, &marker, NULL,"
                  "    ^{ out[3] = out[0] + out[1] + out[2]; });"
                  "  for (int i = 0; i < 3; ++i) release_event(list[i]);"
                  "  release_event(marker); }",
                  6, 1),
              ElementsAre(100, 100, 100, 300, 0, 0));
}

// A command counts as complete, for those that wait for its event, when its children are as well.
TEST_F(DeviceEvents, AnEventWaitsForTheChildrenOfItsCommand) {
  EXPECT_THAT(run("kernel void k(global int *out) {"
                  "  queue_t q = get_default_queue(); clk_event_t event;"
                  "  enqueue_kernel(q, 0, ndrange_1D(8), 0, NULL, &event, ^{"
                  "    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(8), ^{"
                  "      enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(8),"
                  "        ^{ atomic_inc(out); }); }); });"
                  "  enqueue_kernel(q, 0, ndrange_1D(1), 1, &event, NULL, ^{ out[1] = out[0]; });"
                  "  release_event(event); }",
                  2, 1),
              ElementsAre(512, 512));
}

TEST_F(DeviceEvents, AUserEventHoldsBackWhatWaitsForIt) {
  EXPECT_THAT(run("kernel void k(global int *out) {"
                  "  queue_t q = get_default_queue(); clk_event_t gate = create_user_event();"
                  "  out[1] = is_valid_event(gate);"
                  "  enqueue_kernel(q, 0, ndrange_1D(1), 1, &gate, NULL, ^{ out[0] *= 2; });"
                  "  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{"
                  "    out[0] = 21; set_user_event_status(gate, CL_COMPLETE);"
                  "    release_event(gate); }); }",
                  2, 1),
              ElementsAre(42, 1));
}

TEST_F(DeviceEvents, AUserEventsErrorTerminatesWhatWaitsForIt) {
  Kernel kernel = buildKernel(
      "kernel void k(global int *out) {"
      "  queue_t q = get_default_queue(); clk_event_t gate = create_user_event(), next, marker;"
      "  enqueue_kernel(q, 0, ndrange_1D(1), 1, &gate, &next, ^{ out[0] = 1; });"
      "  enqueue_marker(q, 1, &next, &marker);"
      "  enqueue_kernel(q, 0, ndrange_1D(1), 1, &marker, NULL, ^{ out[1] = 1; });"
      "  set_user_event_status(gate, -7);"
      "  set_user_event_status(gate, CL_COMPLETE);" // only the first counts
      "  enqueue_kernel(q, 0, ndrange_1D(1), 1, &gate, NULL, ^{ out[2] = 1; });"
      "  enqueue_kernel(q, 0, ndrange_1D(1), ^{ out[3] = 1; });"
      "  release_event(gate); release_event(next); release_event(marker); }");
  auto out = buffer<int>(std::vector<int>(4));
  kernel.setArgs(out);
  Event parent = enqueue(kernel, 1);
  // A child's error is the parent's.
  EXPECT_CL(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, waitFor(parent));
  EXPECT_LT(status(parent), 0);
  EXPECT_THAT(read(out), ElementsAre(0, 0, 0, 1));
}

TEST_F(DeviceEvents, OnlyCompleteAndErrorsAreStatuses) {
  EXPECT_THAT(run("kernel void k(global int *out) {"
                  "  queue_t q = get_default_queue(); clk_event_t gate = create_user_event();"
                  "  enqueue_kernel(q, 0, ndrange_1D(1), 1, &gate, NULL, ^{ out[0] = 1; });"
                  "  set_user_event_status(gate, 1);" // CL_RUNNING: not one
                  "  set_user_event_status(gate, CL_COMPLETE); release_event(gate); }",
                  1, 1),
              ElementsAre(1));
}

TEST_F(DeviceEvents, AnEventLivesWhileItIsReferred) {
  EXPECT_THAT(
      run("kernel void k(global int *out) {"
          "  queue_t q = get_default_queue(); clk_event_t event, user = create_user_event();"
          "  out[0] = is_valid_event(CLK_NULL_EVENT);"
          "  enqueue_kernel(q, 0, ndrange_1D(1), 0, NULL, &event, ^{});"
          "  out[1] = is_valid_event(event); retain_event(event); release_event(event);"
          "  out[2] = is_valid_event(event); release_event(event);"
          "  retain_event(user); release_event(user); out[3] = is_valid_event(user);"
          "  set_user_event_status(user, CL_COMPLETE); out[4] = is_valid_event(user);"
          "  release_event(user); out[5] = is_valid_event(user); }",
          6, 1),
      ElementsAre(0, 1, 1, 1, 1, 0));
}

// Nothing worse than nothing comes of an event that is none.
TEST_F(DeviceEvents, InvalidEventsAreIgnored) {
  EXPECT_THAT(run("kernel void k(global int *out, global ulong *bits) {"
                  "  clk_event_t user = create_user_event();"
                  "  set_user_event_status(user, CL_COMPLETE); release_event(user);"
                  "  clk_event_t bad[] = {user, CLK_NULL_EVENT};"
                  "  for (int i = 0; i < 2; ++i) { retain_event(bad[i]); release_event(bad[i]);"
                  "    release_event(bad[i]); set_user_event_status(bad[i], CL_COMPLETE);"
                  "    capture_event_profiling_info(bad[i], CLK_PROFILING_COMMAND_EXEC_TIME, bits);"
                  "    out[i] = is_valid_event(bad[i]); } out[2] = 1; }",
                  3, 1, buffer<cl_ulong>(2)),
              ElementsAre(0, 0, 1));
}

TEST_F(DeviceEvents, ProfilingTellsRunAndCompletion) {
  replaceDefaultQueue(CL_QUEUE_PROFILING_ENABLE);
  constexpr size_t kChildren = 8;
  auto times = buffer<cl_ulong>(std::vector<cl_ulong>(2 * kChildren + 4));
  EXPECT_THAT(
      run("void spin(global int *out) { for (int i = 0; i < 20000; ++i) atomic_inc(out); }"
          "kernel void k(global int *out, global ulong *times) {"
          "  queue_t q = get_default_queue(); clk_event_t event;"
          "  for (int i = 0; i < 8; ++i) {"
          "    enqueue_kernel(q, 0, ndrange_1D(1), 0, NULL, &event, ^{"
          "      spin(out); enqueue_kernel(q, 0, ndrange_1D(1), ^{ spin(out); spin(out); }); });"
          "    capture_event_profiling_info(event, CLK_PROFILING_COMMAND_EXEC_TIME,"
          "      times + 2 * i);"
          "    if (i == 7)"
          "      enqueue_kernel(q, 0, ndrange_1D(1), 1, &event, NULL, ^{"
          "        capture_event_profiling_info(event, CLK_PROFILING_COMMAND_EXEC_TIME,"
          "          times + 16); release_event(event); });"
          "    else release_event(event); } }",
          1, 1, times),
      ElementsAre(8 * 60000));
  std::vector<cl_ulong> got = read(times);
  for (size_t i = 0; i < kChildren; ++i) {
    EXPECT_GT(got[2 * i], 0u) << i;
    EXPECT_GT(got[2 * i + 1], got[2 * i]) << "a child runs after its parent's work-items";
  }
  EXPECT_EQ(got[16], got[14]) << "asked for after completion, it is there at once";
  EXPECT_EQ(got[17], got[15]);
}

// API 5.15: the children of a kernel count for its completion, not for its end.
TEST_F(DeviceEvents, TheHostSeesEndAndCompletionOfAParent) {
  Kernel kernel =
      buildKernel("void spin(global int *out) { for (int i = 0; i < 200000; ++i) atomic_inc(out); }"
                  "kernel void k(global int *out) {"
                  "  enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ spin(out); }); }");
  auto out = buffer<int>(std::vector<int>(1));
  kernel.setArgs(out);
  Queue queue = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  Event event = enqueueOn(queue, kernel, 1);
  check(clFinish(queue), "clFinish");
  auto time = [&](cl_profiling_info name) {
    return info<cl_ulong>(clGetEventProfilingInfo, event.get(), name);
  };
  EXPECT_LE(time(CL_PROFILING_COMMAND_START), time(CL_PROFILING_COMMAND_END));
  EXPECT_GT(time(CL_PROFILING_COMMAND_COMPLETE), time(CL_PROFILING_COMMAND_END) + 100'000);
}

} // namespace
} // namespace weft::test
