// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL 3.0 API 5.11 Event Objects, 5.12 Markers, Barriers and Waiting for Events, 5.15 Profiling
// Operations.
#include "support/opencl_test.h"

#include <atomic>
#include <thread>

namespace weft::test {
namespace {

class Events : public OpenClTest {
protected:
  Event marker(cl_command_queue queue, Waits waits = {}) const {
    Event event;
    check(clEnqueueMarkerWithWaitList(queue, cl_uint(waits.size()),
                                      waits.size() ? waits.begin() : nullptr, event.out()),
          "clEnqueueMarkerWithWaitList");
    return event;
  }
  static cl_int wait(cl_event event) { return clWaitForEvents(1, &event); }
};

TEST_F(Events, UserEventIsSetOnceByTheApplication) {
  UserEvent event = userEvent();
  EXPECT_EQ(status(event), CL_SUBMITTED);
  EXPECT_EQ(clSetUserEventStatus(event, CL_RUNNING), CL_INVALID_VALUE);
  EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(status(event), CL_COMPLETE);
  EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_INVALID_OPERATION);
  Event command = marker(queue());
  EXPECT_EQ(clSetUserEventStatus(command, CL_COMPLETE), CL_INVALID_EVENT) << "not a user event";
  EXPECT_EQ(clSetUserEventStatus(nullptr, CL_COMPLETE), CL_INVALID_EVENT);
  cl_int error = 0;
  EXPECT_EQ(clCreateUserEvent(nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
}

TEST_F(Events, InfoAnswersEveryQuestion) {
  UserEvent user = userEvent();
  Event command = marker(queue());
  auto ask = [&]<class T>(T, cl_event event, cl_event_info name) {
    return info<T>(clGetEventInfo, event, name);
  };
  EXPECT_EQ(ask(cl_command_queue(), command, CL_EVENT_COMMAND_QUEUE), queue());
  EXPECT_EQ(ask(cl_command_queue(), user, CL_EVENT_COMMAND_QUEUE), nullptr);
  EXPECT_EQ(ask(cl_context(), command, CL_EVENT_CONTEXT), context());
  EXPECT_EQ(ask(cl_context(), user, CL_EVENT_CONTEXT), context());
  EXPECT_EQ(ask(cl_command_type(), command, CL_EVENT_COMMAND_TYPE), unsigned(CL_COMMAND_MARKER));
  EXPECT_EQ(ask(cl_command_type(), user, CL_EVENT_COMMAND_TYPE), unsigned(CL_COMMAND_USER));
  EXPECT_EQ(ask(cl_uint(), command, CL_EVENT_REFERENCE_COUNT), 1u);
  EXPECT_EQ(clRetainEvent(command), CL_SUCCESS);
  EXPECT_EQ(ask(cl_uint(), command, CL_EVENT_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseEvent(command), CL_SUCCESS);
  cl_int value;
  EXPECT_EQ(clGetEventInfo(command, 0x7777, sizeof value, &value, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetEventInfo(command, CL_EVENT_CONTEXT, 1, &value, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetEventInfo(nullptr, CL_EVENT_CONTEXT, 1, &value, nullptr), CL_INVALID_EVENT);
}

TEST_F(Events, StatusOfWhoPollsWithoutAFlushChanges) {
  Event event = marker(queue());
  while (status(event) != CL_COMPLETE)
    std::this_thread::yield();
}

TEST_F(Events, WaitChecksItsListAndReportsFailures) {
  UserEvent user = userEvent();
  Event command = marker(queue(), {user.get()});
  cl_event none[] = {nullptr};
  EXPECT_EQ(clWaitForEvents(0, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clWaitForEvents(1, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clWaitForEvents(1, none), CL_INVALID_EVENT);
  Context other = otherContext();
  Event foreign(clCreateUserEvent(other, nullptr));
  cl_event mixed[] = {command, foreign};
  EXPECT_EQ(clWaitForEvents(2, mixed), CL_INVALID_CONTEXT);
  clSetUserEventStatus(foreign, CL_COMPLETE);
  user.setStatus(-5);
  EXPECT_EQ(wait(command), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(status(command), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(wait(user), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(Events, BlockingReadAfterAFailureSaysSoAndReadsNothing) {
  auto source = buffer(std::vector<cl_int>{1});
  UserEvent user = userEvent();
  user.setStatus(-5);
  cl_int value = 42;
  cl_event waits[] = {user};
  EXPECT_EQ(clEnqueueReadBuffer(queue(), source, CL_TRUE, 0, 4, &value, 1, waits, nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(value, 42);
}

TEST_F(Events, CallbackChecksItsArguments) {
  Event event = marker(queue());
  auto nothing = [](cl_event, cl_int, void *) {};
  EXPECT_EQ(clSetEventCallback(nullptr, CL_COMPLETE, nothing, nullptr), CL_INVALID_EVENT);
  EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clSetEventCallback(event, CL_QUEUED, nothing, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clSetEventCallback(event, -1, nothing, nullptr), CL_INVALID_VALUE);
}

TEST_F(Events, CallbackComesWithoutAnyoneWaiting) {
  std::atomic<cl_int> called{1};
  Event event = marker(queue());
  auto note = [](cl_event, cl_int status, void *out) {
    static_cast<std::atomic<cl_int> *>(out)->store(status);
    static_cast<std::atomic<cl_int> *>(out)->notify_one();
  };
  ASSERT_EQ(clSetEventCallback(event, CL_COMPLETE, note, &called), CL_SUCCESS);
  called.wait(1);
  EXPECT_EQ(called, CL_COMPLETE);
}

// "All callbacks registered for an event object must be called before the event object is
// destroyed": in them it is there, whoever has released it.
TEST_F(Events, AreValidInTheirCallbacks) {
  struct Seen {
    std::atomic<bool> done = false;
    cl_int status = CL_INVALID_EVENT;
    cl_ulong end = 0;
    static void CL_CALLBACK look(cl_event event, cl_int, void *data) {
      auto &seen = *static_cast<Seen *>(data);
      seen.status = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof seen.end,
                                            &seen.end, nullptr);
      seen.done = true;
      seen.done.notify_one();
    }
  } seen;
  Queue profiled = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  UserEvent gate = userEvent();
  Event event = marker(profiled, {gate.get()});
  ASSERT_SUCCESS(clSetEventCallback(event, CL_COMPLETE, Seen::look, &seen));
  cl_event handle = event;
  event.reset();
#ifdef WEFT_TEST_DIRECT
  EXPECT_CL(CL_INVALID_EVENT, clReleaseEvent(handle)) << "the application has no reference";
#endif
  gate.complete();
  seen.done.wait(false);
  EXPECT_CL(CL_SUCCESS, seen.status);
  EXPECT_GT(seen.end, 0u);
}

TEST_F(Events, ProfilingTellsTheTimesInTheirOrder) {
  Queue profiled = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  UserEvent gate = userEvent();
  Event event = marker(profiled, {gate.get()});
  cl_ulong value;
  auto ask = [&](cl_event of, cl_profiling_info name) {
    return clGetEventProfilingInfo(of, name, sizeof value, &value, nullptr);
  };
  EXPECT_EQ(ask(event, CL_PROFILING_COMMAND_END), CL_PROFILING_INFO_NOT_AVAILABLE) << "not over";
  gate.complete();
  ASSERT_EQ(wait(event), CL_SUCCESS);
  cl_ulong last = 1;
  for (cl_profiling_info name :
       {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
        CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE}) {
    EXPECT_EQ(ask(event, name), CL_SUCCESS);
    EXPECT_GE(value, last) << name;
    last = value;
  }
  EXPECT_EQ(ask(event, 0x7777), CL_INVALID_VALUE);
  EXPECT_EQ(ask(gate, CL_PROFILING_COMMAND_END), CL_PROFILING_INFO_NOT_AVAILABLE) << "user event";
  Event plain = marker(queue());
  finish();
  EXPECT_EQ(ask(plain, CL_PROFILING_COMMAND_END), CL_PROFILING_INFO_NOT_AVAILABLE);
  EXPECT_EQ(ask(nullptr, CL_PROFILING_COMMAND_END), CL_INVALID_EVENT);
}

TEST_F(Events, DeprecatedMarkersAndBarriersStillWork) {
  Queue unordered = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  UserEvent gate = userEvent();
  cl_event waits[] = {gate};
  EXPECT_EQ(clEnqueueMarker(unordered, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueWaitForEvents(unordered, 0, waits), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueWaitForEvents(unordered, 1, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueWaitForEvents(unordered, 1, waits), CL_SUCCESS);
  Event held;
  EXPECT_EQ(clEnqueueMarker(unordered, held.out()), CL_SUCCESS);
  EXPECT_EQ(clEnqueueBarrier(unordered), CL_SUCCESS);
  Event last = marker(unordered);
  check(clFlush(unordered), "clFlush");
  EXPECT_GT(status(held), CL_COMPLETE) << "behind the events waited for";
  gate.complete();
  EXPECT_EQ(wait(last), CL_SUCCESS);
  EXPECT_EQ(status(held), CL_COMPLETE);
}

} // namespace
} // namespace weft::test
