// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The life of an event: those who wait gather in a list, until its completion closes that.
#include "event.h"

#include "clock.h"
#include "command.h"
#include "scheduler.h"

#include <utility>

namespace weft::device_queue {

Dependent Event::closed_;

void Event::begin(Completion *up, bool isUser, bool isProfiled) noexcept {
  isUser_ = isUser;
  isProfiled_ = isProfiled;
  started = ended = completed_ = 0;
  dependents_.store(nullptr, std::memory_order_relaxed); // nobody has a handle yet
  start(up, 1);
}

bool Event::add(Dependent &dependent) noexcept {
  Dependent *first = dependents_.load(std::memory_order_acquire);
  do {
    // Acquire, with the exchange of onComplete(): who finds it closed goes on as one who waited.
    if (first == closed())
      return false;
    dependent.next = first;
    // Release: the completer reads the dependent. Nothing is ever taken out but all at once, so the
    // first being the same means that the list is.
  } while (!dependents_.compare_exchange_weak(first, &dependent, std::memory_order_release,
                                              std::memory_order_acquire));
  return true;
}

bool Event::onComplete(std::int32_t status, Worker *worker) noexcept {
  if (isProfiled_)
    completed_ = nanosecondsNow();
  // Acquire and release: the dependents are read, and see what was done before this.
  Dependent *waiting = dependents_.exchange(closed(), std::memory_order_acq_rel);
  while (waiting) {
    // What it lies in may be run and gone as soon as it is resolved.
    Dependent *each = std::exchange(waiting, waiting->next);
    if (each->command) {
      resolve(*each->command, status, *worker);
    } else {
      writeTimes(each->capture->captureValue_);
      worker->scheduler().giveEvent(*each->capture);
    }
    release(worker);
  }
  return true;
}

void Event::onUnused(Worker *worker) noexcept {
  generation_.fetch_add(1, std::memory_order_relaxed);
  worker->scheduler().giveEvent(*this);
}

void Event::capture(std::uint64_t *value, Event *record, Worker *worker) noexcept {
  record->captureValue_ = value;
  record->captureLink_ = {nullptr, nullptr, record};
  if (tryRetain()) {
    if (add(record->captureLink_))
      return;
    writeTimes(value);
    release(worker);
  }
  worker->scheduler().giveEvent(*record);
}

void Event::writeTimes(std::uint64_t *value) const noexcept {
  // OpenCL C 3.0 6.15.19.8, CLK_PROFILING_COMMAND_EXEC_TIME: END - START, then COMPLETE - START.
  value[0] = ended - started;
  value[1] = completed_ - started;
}

} // namespace weft::device_queue
