// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events: status, dependents and callbacks.
#include "objects/event.h"
#include "objects/context.h"
#include "support/callback_thread.h"

#include <utility>

namespace weft::runtime {
namespace {

/// What a callback for `at` is told of an event that has come to `status`. "If the callback is
/// called as the result of the command associated with event being abnormally terminated, an
/// appropriate error code [...] will be passed to event_command_status instead" (API 5.11).
cl_int reported(cl_int at, cl_int status) { return status < 0 ? status : at; }

} // namespace

Event::Event(Context &context) : context_(context), type_(CL_COMMAND_USER), status_(CL_SUBMITTED) {}

Event::Event(Context &context, QueueObject &queue, cl_command_type type, bool profiled)
    : context_(context), queue_(queue), type_(type), profiled_(profiled), status_(CL_QUEUED) {}

Event::~Event() = default;

void Event::advance(cl_int status) noexcept {
  // One thread at a time moves a command forward, and nobody but it stores before completion.
  if (status_.load(std::memory_order_relaxed) <= status)
    return;
  std::vector<Registered> due;
  {
    MutexLock lock(mutex_);
    status_.store(status, std::memory_order_release);
    if (callbacks_.empty())
      return;
    std::erase_if(callbacks_, [&](const Registered &registered) {
      if (registered.at < status)
        return false;
      due.push_back(registered);
      return true;
    });
  }
  for (Registered &registered : due)
    callBack(std::move(registered), registered.at);
}

void Event::complete(cl_int status) noexcept { finish(status); }

bool Event::completeByUser(cl_int status) noexcept { return finish(status); }

bool Event::finish(cl_int status) noexcept {
  Dependent *dependents = nullptr;
  std::vector<Registered> due;
  {
    MutexLock lock(mutex_);
    if (status_.load(std::memory_order_relaxed) <= CL_COMPLETE)
      return false;
    status_.store(status, std::memory_order_release);
    dependents = std::exchange(dependents_, nullptr);
    due.swap(callbacks_);
  }
  if (isUserEvent())
    status_.notify_all();
  // Oldest first, so that commands become ready in the order in which they were enqueued.
  Dependent *ordered = nullptr;
  while (dependents)
    ordered = std::exchange(dependents, std::exchange(dependents->next, ordered));
  while (ordered) {
    // `resolved` may give the dependent's memory to another command.
    Dependent *dependent = std::exchange(ordered, ordered->next);
    dependent->resolved(*dependent, status);
  }
  for (Registered &registered : due)
    callBack(std::move(registered), reported(registered.at, status));
  return true;
}

bool Event::addDependent(Dependent &dependent, cl_int &statusOut) {
  statusOut = status();
  if (statusOut <= CL_COMPLETE)
    return false;
  MutexLock lock(mutex_);
  statusOut = status_.load(std::memory_order_relaxed);
  if (statusOut <= CL_COMPLETE)
    return false;
  dependent.next = std::exchange(dependents_, &dependent);
  return true;
}

void Event::addCallback(cl_int at, Callback callback, void *userData) {
  Registered registered{at, callback, userData, Hold<Event>(*this)};
  cl_int now;
  {
    MutexLock lock(mutex_);
    now = status_.load(std::memory_order_relaxed);
    if (now > at) {
      callbacks_.push_back(std::move(registered));
      return;
    }
  }
  callBack(std::move(registered), reported(at, now));
}

void Event::callBack(Registered registered, cl_int status) {
  CallbackThread::post([registered = std::move(registered), status] {
    registered.callback(registered.event->handle(), status, registered.userData);
  });
}

void Event::wait() {
  if (queue_) {
    queue_->waitFor(*this);
    return;
  }
  for (cl_int now = status(); now > CL_COMPLETE; now = status())
    status_.wait(now, std::memory_order_acquire);
}

void Event::onApiReleased() {
  // Nobody can set the status of a user event that the application holds no longer. What waits for
  // it must not wait for ever (API 5.11 leaves this case undefined), so it is terminated.
  if (isUserEvent())
    finish(CL_INVALID_EVENT);
}

} // namespace weft::runtime
