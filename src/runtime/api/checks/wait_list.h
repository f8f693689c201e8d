// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The event_wait_list of every enqueue (OpenCL 3.0 API 5.11 Event Objects).
#pragma once

#include "api/entry.h"
#include "objects/context.h"
#include "objects/event.h"
#include "support/fork_guard.h"

#include <memory>
#include <span>

namespace weft::runtime {

/// Events that the application holds during the call, so that plain pointers do.
class WaitList {
public:
  WaitList() = default;
  WaitList(const Context &context, cl_uint count, const cl_event *events) : size_(count) {
    // "CL_INVALID_EVENT_WAIT_LIST if event_wait_list is NULL and num_events_in_wait_list is greater
    // than 0, or event_wait_list is not NULL and num_events_in_wait_list is 0"
    throwIf((count == 0) != (events == nullptr), CL_INVALID_EVENT_WAIT_LIST);
    fill(events, CL_INVALID_EVENT_WAIT_LIST);
    requireContext(context);
  }
  /// For the calls whose purpose is to wait, with errors of their own.
  static WaitList required(cl_uint count, const cl_event *events) {
    // "CL_INVALID_VALUE if num_events is zero or event_list is NULL"
    throwIf(count == 0 || !events, CL_INVALID_VALUE);
    WaitList list;
    list.size_ = count;
    // "CL_INVALID_EVENT if event objects specified in event_list are not valid event objects"
    list.fill(events, CL_INVALID_EVENT);
    return list;
  }

  /// "CL_INVALID_CONTEXT if the context associated with command_queue and events in event_wait_list
  /// are not the same"
  void requireContext(const Context &context) const {
    for (Event *event : events())
      throwIf(&event->context() != &context, CL_INVALID_CONTEXT);
  }

  std::span<Event *const> events() const { return {more_ ? more_.get() : few_, size_}; }

private:
  static constexpr size_t kFew = 8;

  void fill(const cl_event *handles, cl_int status) {
    if (size_ > kFew)
      more_ = std::make_unique<Event *[]>(size_);
    Event **out = more_ ? more_.get() : few_;
    for (size_t i = 0; i < size_; ++i) {
      throwIf(!handles[i] || !handles::contains(handles[i], std::uint8_t(Event::kKind)), status);
      out[i] = static_cast<Event *>(handles[i]);
    }
  }

  size_t size_ = 0;
  Event *few_[kFew];
  std::unique_ptr<Event *[]> more_;
};

/// "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the operation is blocking and the execution
/// status of any of the events in event_wait_list is a negative integer value." A blocking call has
/// nothing but its status to tell of other errors either.
inline void requireCompleted(cl_int executionStatus) {
  throwIf(executionStatus < 0, executionStatus);
}

} // namespace weft::runtime
