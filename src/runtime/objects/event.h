// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events: what the application and other commands see of a command, and user events.
#pragma once

#include "objects/object.h"
#include "objects/queue_object.h"
#include "objects/ref.h"
#include "support/callback_thread.h"
#include "support/mutex.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

namespace weft::runtime {

class Context;
class Event;

/// Something that waits for an event; lies in the waiter's own memory, so that waiting allocates
/// nothing. `resolved` is called once, by the thread that completes the event, with no lock held.
struct Dependent {
  Dependent *next = nullptr;
  void (*resolved)(Dependent &self, cl_int status) noexcept = nullptr;
};

/// The reasons for which an event tells its times (OpenCL 3.0 API 5.15, CL_PROFILING_COMMAND_*).
struct EventTimes {
  std::uint64_t queued = 0;
  std::uint64_t submitted = 0;
  std::uint64_t started = 0;
  std::uint64_t ended = 0;
  std::uint64_t completed = 0;
};

/// The status only goes down: CL_QUEUED, CL_SUBMITTED, CL_RUNNING, then CL_COMPLETE or a negative
/// error. An event does not keep what it waits for alive, and a command keeps its own event alive
/// until it has completed it: so there are no chains of owners to unwind, however long a chain of
/// events is.
class Event : public Object<_cl_event, Event, HandleKind::Event> {
public:
  using Notify = void(CL_CALLBACK *)(cl_event, cl_int status, void *userData);

  /// A user event (OpenCL 3.0 API 5.11), CL_SUBMITTED at birth.
  explicit Event(Context &context);
  /// The event of a command of `queue`, CL_QUEUED at birth.
  Event(Context &context, QueueObject &queue, cl_command_type type, bool profiled);
  ~Event();

  Context &context() const { return *context_; }
  /// Null for a user event.
  QueueObject *queue() const { return queue_.get(); }
  cl_command_type type() const { return type_; }
  bool isUserEvent() const { return !queue_; }
  cl_int status() const { return status_.load(std::memory_order_acquire); }
  bool isComplete() const { return status() <= CL_COMPLETE; }

  bool isProfiled() const { return profiled_; }
  /// Written by the command's queue; the last ones are there once the event is complete.
  EventTimes &times() { return times_; }

  /// The command has been handed to the device, or is about to run.
  void advance(cl_int status) noexcept;
  /// Completes a command's event, with CL_COMPLETE or a negative status.
  void complete(cl_int status) noexcept;
  /// Completes a user event; false if its status was set before.
  bool completeByUser(cl_int status) noexcept;

  /// False, and nothing is kept, if the event is complete already: `statusOut` has the status.
  bool addDependent(Dependent &dependent, cl_int &statusOut);
  /// Calls `callback` on a thread of the driver when the status has reached `at` or gone below.
  void addCallback(cl_int at, Notify notify, void *userData);

  /// Whether a thread sleeps until the event is complete, and must be woken then. Guarded by the
  /// mutex of the event's queue.
  bool isAwaited = false;

  /// Blocks until complete; runs commands of its queue meanwhile.
  void wait();

  void onApiReleased();

private:
  class Registered;

  bool finish(cl_int status) noexcept;

  Hold<Context> context_;
  Ref<QueueObject> queue_;
  cl_command_type type_;
  bool profiled_ = false;
  std::atomic<cl_int> status_;
  EventTimes times_;
  Mutex mutex_;
  /// In reverse order of arrival.
  Dependent *dependents_ WEFT_GUARDED_BY(mutex_) = nullptr;
  CallbackList callbacks_ WEFT_GUARDED_BY(mutex_); ///< each is a Registered
};

} // namespace weft::runtime
