// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events: status, dependents and callbacks.
#include "objects/event.h"
#include "objects/context.h"

#include <utility>

namespace weft::runtime {

class Event::Registered final : public Callback {
public:
  Registered(Event &event, cl_int at, Notify notify, void *userData)
      : event_(event), at_(at), notify_(notify), userData_(userData) {}

  bool isDueAt(cl_int status) const { return at_ >= status; }

  /// The event has come to `status`. "If the callback is called as the result of the command
  /// associated with event being abnormally terminated, an appropriate error code [...] will be
  /// passed to event_command_status instead" (API 5.11).
  static void post(std::unique_ptr<Callback> callback, cl_int status) noexcept {
    auto &self = static_cast<Registered &>(*callback);
    self.reported_ = status < 0 ? status : self.at_;
    CallbackThread::post(std::move(callback));
  }

  void call() override { notify_(event_->handle(), reported_, userData_); }

private:
  /// "All callbacks registered for an event object must be called before the event object is
  /// destroyed" (API 5.11), so in them its handle is valid.
  const Hold<Event> event_;
  const cl_int at_;
  const Notify notify_;
  void *const userData_;
  cl_int reported_ = CL_COMPLETE;
};

Event::Event(Context &context) : context_(context), type_(CL_COMMAND_USER), status_(CL_SUBMITTED) {}

Event::Event(Context &context, QueueObject &queue, cl_command_type type, bool profiled)
    : context_(context), queue_(queue), type_(type), profiled_(profiled), status_(CL_QUEUED) {}

Event::~Event() = default;

void Event::advance(cl_int status) noexcept {
  // One thread at a time moves a command forward, and nobody but it stores before completion.
  if (status_.load(std::memory_order_relaxed) <= status)
    return;
  CallbackList due;
  {
    MutexLock lock(mutex_);
    status_.store(status, std::memory_order_release);
    CallbackList all = std::move(callbacks_);
    while (std::unique_ptr<Callback> each = all.takeFirst())
      (static_cast<Registered &>(*each).isDueAt(status) ? due : callbacks_).append(std::move(each));
  }
  while (std::unique_ptr<Callback> each = due.takeFirst())
    Registered::post(std::move(each), status);
}

void Event::complete(cl_int status) noexcept { finish(status); }

bool Event::completeByUser(cl_int status) noexcept { return finish(status); }

bool Event::finish(cl_int status) noexcept {
  Dependent *dependents = nullptr;
  CallbackList due;
  {
    MutexLock lock(mutex_);
    if (status_.load(std::memory_order_relaxed) <= CL_COMPLETE)
      return false;
    status_.store(status, std::memory_order_release);
    dependents = std::exchange(dependents_, nullptr);
    while (std::unique_ptr<Callback> each = callbacks_.takeFirst())
      due.append(std::move(each));
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
  while (std::unique_ptr<Callback> each = due.takeFirst())
    Registered::post(std::move(each), status);
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

void Event::addCallback(cl_int at, Notify notify, void *userData) {
  auto registered = std::make_unique<Registered>(*this, at, notify, userData);
  cl_int now;
  {
    MutexLock lock(mutex_);
    now = status_.load(std::memory_order_relaxed);
    if (now > at) {
      callbacks_.append(std::move(registered));
      return;
    }
  }
  Registered::post(std::move(registered), now);
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
