// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Markers and barriers (OpenCL 3.0 API 5.12 Markers, Barriers and Waiting for Events), with the
// deprecated forms of OpenCL 1.0 and 1.1.
#include "api/checks/queue.h"
#include "api/checks/wait_list.h"

using namespace weft::runtime;

namespace {

void enqueueEmpty(CommandQueue &queue, cl_command_type type, const WaitList &after,
                  cl_event *eventOut, Ordering ordering) {
  queue.enqueue(queue.make<EmptyCommand>(type), after.events(), eventOut, ordering);
}

} // namespace

WEFT_ENTRY cl_int clEnqueueMarkerWithWaitList(cl_command_queue queueHandle, cl_uint waitCount,
                                              const cl_event *waits, cl_event *eventOut) {
  return entry([&] {
    auto &queue = hostQueue(queueHandle);
    WaitList after(queue.context(), waitCount, waits);
    // "If event_wait_list is NULL, then this particular command waits until all previous enqueued
    // commands to command_queue have completed"
    enqueueEmpty(queue, CL_COMMAND_MARKER, after, eventOut,
                 waitCount ? Ordering::Plain : Ordering::AfterAll);
  });
}

WEFT_ENTRY cl_int clEnqueueBarrierWithWaitList(cl_command_queue queueHandle, cl_uint waitCount,
                                               const cl_event *waits, cl_event *eventOut) {
  return entry([&] {
    auto &queue = hostQueue(queueHandle);
    WaitList after(queue.context(), waitCount, waits);
    enqueueEmpty(queue, CL_COMMAND_BARRIER, after, eventOut,
                 waitCount ? Ordering::Barrier : Ordering::FullBarrier);
  });
}

WEFT_ENTRY cl_int clEnqueueMarker(cl_command_queue queueHandle, cl_event *eventOut) {
  return entry([&] {
    auto &queue = hostQueue(queueHandle);
    // "CL_INVALID_VALUE if event is a NULL value"
    throwIf(!eventOut, CL_INVALID_VALUE);
    enqueueEmpty(queue, CL_COMMAND_MARKER, {}, eventOut, Ordering::AfterAll);
  });
}

WEFT_ENTRY cl_int clEnqueueBarrier(cl_command_queue queueHandle) {
  return entry([&] {
    enqueueEmpty(hostQueue(queueHandle), CL_COMMAND_BARRIER, {}, nullptr, Ordering::FullBarrier);
  });
}

WEFT_ENTRY cl_int clEnqueueWaitForEvents(cl_command_queue queueHandle, cl_uint count,
                                         const cl_event *events) {
  return entry([&] {
    auto &queue = hostQueue(queueHandle);
    WaitList after = WaitList::required(count, events);
    after.requireContext(queue.context());
    enqueueEmpty(queue, CL_COMMAND_BARRIER, after, nullptr, Ordering::Barrier);
  });
}
