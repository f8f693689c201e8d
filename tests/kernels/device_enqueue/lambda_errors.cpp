// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// enqueue_status (OpenCL C++ 1.0 3.14.5.3): particular values in programs built with -g, `failure`
// in others.
#include "support/lambda_test.h"

namespace weft::test {
namespace {

using ::testing::ElementsAre;

class LambdaErrors : public LambdaTest {
protected:
  /// Each call of `calls` fails with `status`; after them, the queue works as before.
  void expect(const std::string &status, const std::vector<std::string> &calls,
              const std::string &options = "") {
    Queue other = makeDeviceQueue();
    dropDefaultQueue();
    for (bool debugs : {true, false}) {
      std::string source = "kernel void k(global<int> *out, device_queue q) {"
                           "  auto none = get_default_device_queue();"
                           "  event event; const enqueue_policy now = enqueue_policy::no_wait;"
                           "  const enqueue_status expected = enqueue_status::" +
                           (debugs ? status : "failure") + "; global<int> *at = out + 2;";
      for (const std::string &call : calls)
        source += "\n { auto got = " + call + "; *at++ = got == expected ? 1 : int(got); }";
      source += "out[0] = int(q.enqueue_kernel(enqueue_policy::wait_kernel, ndrange(1),"
                "  [=] { out[1] = 1; })); }";
      std::vector<int> out = runLambdaWith((options + (debugs ? " -g" : "")).c_str(), source,
                                           calls.size() + 2, 1, other.get());
      EXPECT_EQ(out[0], 0);
      EXPECT_EQ(out[1], 1);
      for (size_t i = 0; i < calls.size(); ++i)
        EXPECT_EQ(out[i + 2], 1) << calls[i];
    }
  }
};

TEST_F(LambdaErrors, InvalidQueue) {
  expect("invalid_queue", {"none.enqueue_kernel(now, ndrange(1), [] {})",
                           "none.enqueue_kernel(now, 0, nullptr, nullptr, ndrange(1), [] {})",
                           "none.enqueue_marker(0, nullptr, &event)"});
}

TEST_F(LambdaErrors, InvalidNDRange) {
  std::vector<std::string> calls;
  for (const char *range :
       {"ndrange(1, 100000)", "ndrange(-1ul, 2, 1)", "ndrange({8, 8, 8}, {8, 0, 8})",
        "ndrange({4096, 4096}, {4096, 2})", "ndrange({1ul << 30, 1ul << 30, 1ul << 30})"})
    calls.push_back("q.enqueue_kernel(now, " + std::string(range) + ", [] {})");
  expect("invalid_ndrange", calls);
}

TEST_F(LambdaErrors, InvalidNDRangeOfGroupsThatMustBeUniform) {
  const std::string call = "q.enqueue_kernel(now, ndrange(10, 4), [] {})";
  expect("invalid_ndrange", {call}, "-cl-uniform-work-group-size");
  replaceDefaultQueue(0);
  EXPECT_THAT(runLambda("kernel void k(global<int> *out) { auto q = get_default_device_queue();"
                        "  const enqueue_policy now = enqueue_policy::no_wait; out[0] = 1;"
                        "  out[0] = int(" +
                            call + "); }",
                        1, 1),
              ElementsAre(0));
}

TEST_F(LambdaErrors, InvalidEventWaitList) {
  std::vector<std::string> calls;
  for (const char *list : {"1, nullptr", "0, &event", "1, &event"}) {
    calls.push_back("q.enqueue_kernel(now, " + std::string(list) + ", nullptr, ndrange(1), [] {})");
    calls.push_back("q.enqueue_marker(" + std::string(list) + ", &event)");
  }
  expect("invalid_event_wait_list", calls);
}

TEST_F(LambdaErrors, InvalidArgSize) {
  expect("invalid_arg_size",
         {"q.enqueue_kernel(now, ndrange(1), [](local_ptr<int>) {}, local_ptr<int>::size_type{0})",
          "q.enqueue_kernel(now, ndrange(1), [](local_ptr<int>, local_ptr<char[]>) {},"
          " local_ptr<int>::size_type{4}, local_ptr<char[]>::size_type{0})"});
}

TEST_F(LambdaErrors, OutOfResources) {
  const auto most = deviceInfo<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE);
  expect("out_of_resources", {"q.enqueue_kernel(now, ndrange(1), [](local_ptr<char>) {},"
                              " local_ptr<char>::size_type{" +
                              std::to_string(most + 1) + "})"});
}

TEST_F(LambdaErrors, QueueFull) {
  replaceDefaultQueue(0, 16 << 10);
  for (bool debugs : {true, false}) {
    std::vector<int> out = runLambdaWith(debugs ? "-g" : "", R"(
kernel void k(global<int> *out) {
  auto q = get_default_device_queue();
  event gate = make_user_event();
  enqueue_status status = enqueue_status::success;
  int count = 0;
  while (count < 100000 && (status = q.enqueue_kernel(enqueue_policy::no_wait, 1, &gate, nullptr,
           ndrange(1), [=] { atomic_inc((volatile __global int *)(out + 2)); })) == enqueue_status::success)
    ++count;
  out[0] = status == enqueue_status::queue_full ? 1 : status == enqueue_status::failure ? 2 : 3;
  out[1] = count;
  gate.set_status(event_status::complete);
  gate.release();
})",
                                         3, 1);
    EXPECT_EQ(out[0], debugs ? 1 : 2);
    EXPECT_GE(out[1], 16);
    EXPECT_EQ(out[2], out[1]) << "what was taken has run";
  }
}

TEST_F(LambdaErrors, EventAllocationFailure) {
  replaceDefaultQueue(0, 16 << 20);
  const auto most = int(deviceInfo<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_EVENTS));
  auto kept = buffer<cl_ulong>(size_t(most) + 1);
  // Events may not lie in global memory, but their bits may.
  EXPECT_THAT(runLambdaWith("-g", R"(
kernel void k(global<int> *out, int most, global<ulong> *kept) {
  auto q = get_default_device_queue();
  int count = 0;
  event each;
  while (count <= most && (each = make_user_event()))
    kept[count++] = *(ulong *)&each;
  event e;
  auto plain = [] {};
  out[0] = q.enqueue_kernel(enqueue_policy::no_wait, 0, nullptr, &e, ndrange(1), plain) ==
           enqueue_status::event_allocation_failure;
  out[1] = count == most;
  out[2] = make_user_event().is_valid();
  out[3] = int(q.enqueue_marker(0, nullptr, &e)) < 0;
  for (int i = 0; i < count; ++i) {
    *(ulong *)&each = kept[i];
    each.set_status(event_status::complete);
    each.release();
  }
  out[4] = int(q.enqueue_kernel(enqueue_policy::no_wait, 0, nullptr, &e, ndrange(1), plain));
  e.release();
})",
                            5, 1, most, kept),
              ElementsAre(1, 1, 0, 1, 0));
}

} // namespace
} // namespace weft::test
