// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A process that forks. Threads do not survive it: a child that was forked before the driver had
// any is healthy, a later one gets errors and never hangs.
#include "support/fork.h"
#include "support/opencl_test.h"

namespace weft::test {
namespace {

class Fork : public OpenClTest {};

// The first test of the process: CTest runs each file in one of its own.
TEST_F(Fork, ChildOfAProcessWhoseDriverHasNoThreadsWorks) {
  int result = inFork([this] {
    auto target = buffer<cl_int>({1, 2, 3});
    Queue own = makeQueue();
    cl_int value = 0;
    if (clEnqueueReadBuffer(own, target, CL_TRUE, 4, 4, &value, 0, nullptr, nullptr) != CL_SUCCESS)
      return 1;
    Event event;
    if (clEnqueueMarkerWithWaitList(own, 0, nullptr, event.out()) != CL_SUCCESS ||
        clFlush(own) != CL_SUCCESS)
      return 2;
    cl_event handle = event;
    return clWaitForEvents(1, &handle) == CL_SUCCESS && value == 2 ? 0 : 3;
  });
  EXPECT_EQ(result, 0);
}

TEST_F(Fork, ChildOfAProcessWhoseDriverHasThreadsGetsErrors) {
  // Start them: a callback, and work that nobody waits for.
  Event event;
  check(clEnqueueMarkerWithWaitList(queue(), 0, nullptr, event.out()),
        "clEnqueueMarkerWithWaitList");
  check(clSetEventCallback(
            event, CL_COMPLETE, [](cl_event, cl_int, void *) {}, nullptr),
        "clSetEventCallback");
  finish();
  int result = inFork([this] {
    auto isClean = [](cl_int status) { return status == CL_OUT_OF_RESOURCES; };
    cl_int pattern = 0, error = 0;
    cl_mem memory = clCreateBuffer(context(), 0, 64, nullptr, &error);
    if (!isClean(clEnqueueFillBuffer(queue(), memory, &pattern, 4, 0, 4, 0, nullptr, nullptr)))
      return 1;
    if (!isClean(clFinish(queue())) || !isClean(clFlush(queue())))
      return 2;
    cl_event user = clCreateUserEvent(context(), nullptr);
    if (!isClean(clWaitForEvents(1, &user)))
      return 3;
    return 0;
  });
  EXPECT_EQ(result, 0);
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS) << "the parent goes on";
}

} // namespace
} // namespace weft::test
