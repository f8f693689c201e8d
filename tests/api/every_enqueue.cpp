// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the specification says about every enqueued command: queue, wait list, context and event.
#include "support/enqueue_case.h"
#include "support/eventually.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

namespace weft::test {
namespace {

using ::testing::Ge;
using ::testing::Lt;

class EveryEnqueue : public EnqueueCaseTest {};
WEFT_INSTANTIATE_FOR_EVERY_ENQUEUE(EveryEnqueue);

// "CL_INVALID_COMMAND_QUEUE if command_queue is not a valid host command-queue."
TEST_P(EveryEnqueue, RefusesANullQueue) {
  EXPECT_CL(CL_INVALID_COMMAND_QUEUE, enqueue(nullptr, {}, nullptr));
}

// "CL_INVALID_EVENT_WAIT_LIST if event_wait_list is NULL and num_events_in_wait_list > 0, ..."
TEST_P(EveryEnqueue, RefusesACountWithoutAWaitList) {
  EXPECT_CL(CL_INVALID_EVENT_WAIT_LIST,
            GetParam().enqueue(resources, queue(), 1, nullptr, nullptr));
}

// "... or event_wait_list is not NULL and num_events_in_wait_list is 0, ..."
TEST_P(EveryEnqueue, RefusesAWaitListWithoutACount) {
  auto gate = userEvent();
  cl_event list[] = {gate};
  EXPECT_CL(CL_INVALID_EVENT_WAIT_LIST, GetParam().enqueue(resources, queue(), 0, list, nullptr));
}

// "... or if event objects in event_wait_list are not valid events."
TEST_P(EveryEnqueue, RefusesANullEventInTheWaitList) {
  EXPECT_CL(CL_INVALID_EVENT_WAIT_LIST, enqueue(queue(), {nullptr}, nullptr));
}

// "CL_INVALID_CONTEXT if the context associated with command_queue and events in event_wait_list
// are not the same."
TEST_P(EveryEnqueue, RefusesAnEventOfAnotherContext) {
  Context other = otherContext();
  cl_int status = CL_SUCCESS;
  UserEvent stranger(clCreateUserEvent(other, &status));
  check(status, "clCreateUserEvent");
  EXPECT_CL(CL_INVALID_CONTEXT, enqueue(queue(), {stranger}, nullptr));
}

// A refused command leaves no event (OpenCL 3.0 API 5.11 Event Objects) and later ones run.
TEST_P(EveryEnqueue, WorksAfterARefusal) {
  Event event;
  EXPECT_CL(CL_INVALID_EVENT_WAIT_LIST, enqueue(queue(), {nullptr}, event.out()));
  ASSERT_SUCCESS(enqueue(queue(), {}, event.out()));
  EXPECT_SUCCESS(clFinish(queue()));
  EXPECT_CL(CL_COMPLETE, status(event));
}

// OpenCL 3.0 API 5.11 Event Objects, the table of CL_EVENT_COMMAND_TYPE.
TEST_P(EveryEnqueue, GivesAnEventThatNamesCommandQueueAndContext) {
  Event event;
  ASSERT_SUCCESS(enqueue(queue(), {}, event.out()));
  EXPECT_EQ(
      info<cl_command_type>(clGetEventInfo, event.get(), cl_event_info{CL_EVENT_COMMAND_TYPE}),
      GetParam().commandType);
  EXPECT_EQ(
      info<cl_command_queue>(clGetEventInfo, event.get(), cl_event_info{CL_EVENT_COMMAND_QUEUE}),
      queue());
  EXPECT_EQ(info<cl_context>(clGetEventInfo, event.get(), cl_event_info{CL_EVENT_CONTEXT}),
            context());
  EXPECT_EQ(info<cl_uint>(clGetEventInfo, event.get(), cl_event_info{CL_EVENT_REFERENCE_COUNT}),
            1u);
  EXPECT_SUCCESS(clFinish(queue()));
}

TEST_P(EveryEnqueue, WaitsForItsWaitList) {
  auto gate = userEvent();
  Event event;
  ASSERT_SUCCESS(enqueue(queue(), {gate}, event.out()));
  ASSERT_SUCCESS(clFlush(queue()));
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_THAT(status(event), Ge(CL_SUBMITTED)) << "it ran before what it waits for";
  gate.complete();
  cl_event handle = event;
  EXPECT_SUCCESS(clWaitForEvents(1, &handle));
  EXPECT_CL(CL_COMPLETE, status(event));
}

TEST_P(EveryEnqueue, WaitsForEachOfSeveralEvents) {
  auto first = userEvent(), second = userEvent();
  Event event;
  ASSERT_SUCCESS(enqueue(queue(), {first, second, first}, event.out()));
  ASSERT_SUCCESS(clFlush(queue()));
  first.complete();
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_THAT(status(event), Ge(CL_SUBMITTED));
  second.complete();
  EXPECT_SUCCESS(clFinish(queue()));
  EXPECT_CL(CL_COMPLETE, status(event));
}

// OpenCL 3.0 API 5.11: the wait list may hold events of other queues of the same context.
TEST_P(EveryEnqueue, WaitsForACommandOfAnotherQueue) {
  Queue other = makeQueue();
  auto gate = userEvent();
  cl_event gateHandle = gate;
  Event marker, event;
  ASSERT_SUCCESS(clEnqueueMarkerWithWaitList(other, 1, &gateHandle, marker.out()));
  ASSERT_SUCCESS(clFlush(other));
  ASSERT_SUCCESS(enqueue(queue(), {marker}, event.out()));
  ASSERT_SUCCESS(clFlush(queue()));
  EXPECT_THAT(status(event), Ge(CL_SUBMITTED));
  gate.complete();
  cl_event handle = event;
  EXPECT_SUCCESS(clWaitForEvents(1, &handle));
  EXPECT_CL(CL_COMPLETE, status(event));
}

TEST_P(EveryEnqueue, RunsOnAnOutOfOrderQueue) {
  Queue free = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  auto gate = userEvent();
  Event held, event;
  cl_event gateHandle = gate;
  ASSERT_SUCCESS(clEnqueueMarkerWithWaitList(free, 1, &gateHandle, held.out()));
  ASSERT_SUCCESS(enqueue(free, {held}, event.out()));
  ASSERT_SUCCESS(clFlush(free));
  EXPECT_THAT(status(event), Ge(CL_SUBMITTED));
  gate.complete();
  EXPECT_SUCCESS(clFinish(free));
  EXPECT_CL(CL_COMPLETE, status(event));
}

// clSetUserEventStatus: "a negative integer value causes all enqueued commands that wait on this
// user event to be terminated"; clGetEventInfo then reports an error for them.
TEST_P(EveryEnqueue, TerminatesWhenWhatItWaitsForFails) {
  auto gate = userEvent();
  Event event;
  ASSERT_SUCCESS(enqueue(queue(), {gate}, event.out()));
  gate.setStatus(CL_OUT_OF_RESOURCES);
  cl_event handle = event;
  EXPECT_CL(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &handle));
  EXPECT_THAT(status(event), Lt(0));
  // The queue goes on.
  Event next;
  ASSERT_SUCCESS(clEnqueueMarkerWithWaitList(makeQueue(), 0, nullptr, next.out()));
  EXPECT_SUCCESS(clFinish(queue()));
}

// "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the read and write operations are blocking and
// the execution status of any of the events in event_wait_list is a negative integer value."
TEST_P(EveryEnqueue, BlockingFormReportsAFailedWaitList) {
  if (!GetParam().blocking)
    GTEST_SKIP() << GetParam().name << " has no blocking form";
  auto gate = userEvent();
  gate.setStatus(-1);
  cl_event list[] = {gate}, event = nullptr;
  EXPECT_CL(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
            GetParam().blocking(resources, queue(), 1, list, &event));
  EXPECT_EQ(event, nullptr) << "a call that fails gives no event";
}

TEST_P(EveryEnqueue, BlockingFormReturnsAfterCompletion) {
  if (!GetParam().blocking)
    GTEST_SKIP() << GetParam().name << " has no blocking form";
  auto gate = userEvent();
  cl_event list[] = {gate};
  std::atomic<bool> opened = false;
  std::thread opener([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    opened = true;
    gate.complete();
  });
  Event event;
  EXPECT_SUCCESS(GetParam().blocking(resources, queue(), 1, list, event.out()));
  EXPECT_TRUE(opened) << "it did not block";
  EXPECT_CL(CL_COMPLETE, status(event));
  opener.join();
}

// OpenCL 3.0 API 5.15 Profiling Operations on Memory Objects and Kernels.
TEST_P(EveryEnqueue, ProfilingTimesAreInOrder) {
  Queue timed = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  Event event;
  ASSERT_SUCCESS(enqueue(timed, {}, event.out()));
  ASSERT_SUCCESS(clFinish(timed));
  std::vector<cl_ulong> times;
  for (cl_profiling_info name :
       {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
        CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE})
    times.push_back(info<cl_ulong>(clGetEventProfilingInfo, event.get(), name));
  EXPECT_GT(times[0], 0u);
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end())) << ::testing::PrintToString(times);
}

// OpenCL 3.0 API 5.11, clSetEventCallback.
TEST_P(EveryEnqueue, CallsBackWhenComplete) {
  auto gate = userEvent();
  Event event;
  ASSERT_SUCCESS(enqueue(queue(), {gate}, event.out()));
  std::atomic<int> seen = 12345;
  ASSERT_SUCCESS(clSetEventCallback(
      event, CL_COMPLETE,
      [](cl_event, cl_int status, void *data) { *static_cast<std::atomic<int> *>(data) = status; },
      &seen));
  ASSERT_SUCCESS(clFlush(queue()));
  EXPECT_EQ(seen, 12345);
  gate.complete();
  ASSERT_SUCCESS(clFinish(queue()));
  // The callback may come after clFinish has returned, but by itself.
  EXPECT_TRUE(eventually([&] { return seen != 12345; }));
  EXPECT_EQ(seen, CL_COMPLETE);
}

// OpenCL 3.0 API 5.1 Command Queues: the event and the queue may be released at once; the command
// still runs and keeps what it needs.
TEST_P(EveryEnqueue, RunsThoughQueueAndEventAreReleased) {
  Queue shortLived = makeQueue();
  auto gate = userEvent();
  Event event, last;
  cl_event handle = nullptr;
  ASSERT_SUCCESS(enqueue(shortLived, {gate}, event.out()));
  handle = event;
  ASSERT_SUCCESS(clEnqueueMarkerWithWaitList(queue(), 1, &handle, last.out()));
  event.reset();
  ASSERT_SUCCESS(clFlush(shortLived));
  shortLived.reset();
  gate.complete();
  handle = last;
  EXPECT_SUCCESS(clWaitForEvents(1, &handle));
  EXPECT_CL(CL_COMPLETE, status(last));
}

} // namespace
} // namespace weft::test
