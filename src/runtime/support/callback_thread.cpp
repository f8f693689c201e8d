// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thread for callbacks.
#include "support/callback_thread.h"
#include "support/fork_guard.h"
#include "support/log.h"
#include "support/mutex.h"

#include <deque>
#include <system_error>
#include <thread>

namespace weft::runtime::CallbackThread {
namespace {

struct Queue {
  Mutex mutex;
  Condition changed;
  std::deque<std::function<void()>> work WEFT_GUARDED_BY(mutex);
  bool started WEFT_GUARDED_BY(mutex) = false;

  void run() {
    for (;;) {
      std::function<void()> next;
      {
        MutexLock lock(mutex);
        while (work.empty())
          changed.wait(mutex);
        next = std::move(work.front());
        work.pop_front();
      }
      next();
    }
  }
};

/// Never destroyed: the thread may be in it while the process exits.
Queue &queue() {
  static Queue &instance = *new Queue;
  return instance;
}

} // namespace

void post(std::function<void()> work) noexcept {
  Queue &callbacks = queue();
  {
    MutexLock lock(callbacks.mutex);
    callbacks.work.push_back(std::move(work));
    if (!callbacks.started) {
      fork_guard::threadsStarted();
      try {
        std::thread([&callbacks] { callbacks.run(); }).detach();
        callbacks.started = true;
      } catch (const std::system_error &) {
        // No more threads for this process: what is queued waits for the next call.
        logAlways("no thread for the callbacks of events");
      }
    }
  }
  callbacks.changed.notify_one();
}

} // namespace weft::runtime::CallbackThread
