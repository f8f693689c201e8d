// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events: OpenCL 3.0 API 5.11 Event Objects, 5.15 Profiling Operations on Memory Objects and
// Kernels, and 5.16 Flush and Finish.
#include "objects/event.h"
#include "api/checks/queue.h"
#include "api/checks/wait_list.h"
#include "api/info_query.h"

using namespace weft::runtime;

namespace {

InfoAnswered eventInfo(Event &event, cl_event_info name, InfoQuery out) {
  switch (name) {
  case CL_EVENT_COMMAND_QUEUE:
    return out.write(event.queue() ? event.queue()->handle() : cl_command_queue(nullptr));
  case CL_EVENT_CONTEXT:
    return out.write(event.context().handle());
  case CL_EVENT_COMMAND_TYPE:
    return out.write(event.type());
  case CL_EVENT_COMMAND_EXECUTION_STATUS:
    // Who polls has a right to see it change, even without the clFlush that was due.
    if (event.queue() && event.status() == CL_QUEUED)
      event.queue()->flush();
    return out.write(event.status());
  case CL_EVENT_REFERENCE_COUNT:
    return out.write(event.apiReferenceCount());
  }
  throw Error(CL_INVALID_VALUE);
}

InfoAnswered profilingInfo(Event &event, cl_profiling_info name, InfoQuery out) {
  cl_ulong EventTimes::*time = nullptr;
  switch (name) {
  case CL_PROFILING_COMMAND_QUEUED:
    time = &EventTimes::queued;
    break;
  case CL_PROFILING_COMMAND_SUBMIT:
    time = &EventTimes::submitted;
    break;
  case CL_PROFILING_COMMAND_START:
    time = &EventTimes::started;
    break;
  case CL_PROFILING_COMMAND_END:
    time = &EventTimes::ended;
    break;
  case CL_PROFILING_COMMAND_COMPLETE:
    time = &EventTimes::completed;
    break;
  default:
    throw Error(CL_INVALID_VALUE);
  }
  // "CL_PROFILING_INFO_NOT_AVAILABLE if the CL_QUEUE_PROFILING_ENABLE flag is not set for the
  // command-queue, if the execution status of the command identified by event is not CL_COMPLETE or
  // if event is a user event object"
  throwIf(!event.isProfiled() || event.status() != CL_COMPLETE, CL_PROFILING_INFO_NOT_AVAILABLE);
  return out.write(cl_ulong(event.times().*time));
}

} // namespace

WEFT_ENTRY cl_event clCreateUserEvent(cl_context contextHandle, cl_int *statusOut) {
  return entryReturning(statusOut, [&]() -> cl_event {
    return (new Event(object<Context>(contextHandle)))->handle();
  });
}

WEFT_ENTRY cl_int clSetUserEventStatus(cl_event handle, cl_int status) {
  return entry([&] {
    auto &event = object<Event>(handle);
    // "CL_INVALID_EVENT if event is not a valid user event object"
    throwIf(!event.isUserEvent(), CL_INVALID_EVENT);
    // "CL_INVALID_VALUE if the execution_status is not CL_COMPLETE or a negative integer value"
    throwIf(status > CL_COMPLETE, CL_INVALID_VALUE);
    fork_guard::requireThreads();
    // "CL_INVALID_OPERATION if the execution_status for event has already been changed by a
    // previous call"
    Ref<Event> kept(event);
    throwIf(!event.completeByUser(status), CL_INVALID_OPERATION);
  });
}

WEFT_ENTRY cl_int clWaitForEvents(cl_uint count, const cl_event *events) {
  return entry([&] {
    fork_guard::requireThreads();
    WaitList list = WaitList::required(count, events);
    // "CL_INVALID_CONTEXT if events specified in event_list do not belong to the same context"
    list.requireContext(list.events()[0]->context());
    // All queues start before this thread blocks in the first.
    if (count > 1)
      for (Event *event : list.events())
        if (event->queue() && !event->isComplete())
          event->queue()->flush();
    bool hasFailed = false;
    for (Event *event : list.events()) {
      Ref<Event> kept(*event);
      event->wait();
      hasFailed |= event->status() < 0;
    }
    throwIf(hasFailed, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  });
}

WEFT_ENTRY cl_int clGetEventInfo(cl_event event, cl_event_info name, size_t size, void *value,
                                 size_t *sizeOut) {
  return entry([&] { eventInfo(object<Event>(event), name, {size, value, sizeOut}); });
}

WEFT_ENTRY cl_int clSetEventCallback(cl_event handle, cl_int type,
                                     void(CL_CALLBACK *callback)(cl_event, cl_int, void *),
                                     void *userData) {
  return entry([&] {
    auto &event = object<Event>(handle);
    // "CL_INVALID_VALUE if pfn_event_notify is NULL or if command_exec_callback_type is not
    // CL_SUBMITTED, CL_RUNNING or CL_COMPLETE"
    throwIf(!callback || (type != CL_SUBMITTED && type != CL_RUNNING && type != CL_COMPLETE),
            CL_INVALID_VALUE);
    fork_guard::requireThreads();
    event.addCallback(type, callback, userData);
    if (event.queue())
      event.queue()->flush();
  });
}

WEFT_ENTRY cl_int clRetainEvent(cl_event event) {
  return entry([&] { retain<Event>(event); });
}

WEFT_ENTRY cl_int clReleaseEvent(cl_event event) {
  return entry([&] { release<Event>(event); });
}

WEFT_ENTRY cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info name, size_t size,
                                          void *value, size_t *sizeOut) {
  return entry([&] { profilingInfo(object<Event>(event), name, {size, value, sizeOut}); });
}

WEFT_ENTRY cl_int clFlush(cl_command_queue queue) {
  return entry([&] { hostQueue(queue).flush(); });
}

WEFT_ENTRY cl_int clFinish(cl_command_queue queue) {
  return entry([&] { hostQueue(queue).finish(); });
}
