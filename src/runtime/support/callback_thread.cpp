// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thread for callbacks.
#include "support/callback_thread.h"
#include "support/fork_guard.h"
#include "support/log.h"
#include "support/mutex.h"

#include <exception>
#include <thread>

namespace weft::runtime::CallbackThread {
namespace {

struct Queue {
  Mutex mutex;
  Condition changed;
  CallbackList work WEFT_GUARDED_BY(mutex);
  bool started WEFT_GUARDED_BY(mutex) = false;

  void run() {
    for (;;) {
      std::unique_ptr<Callback> next;
      {
        MutexLock lock(mutex);
        while (work.isEmpty())
          changed.wait(mutex);
        next = work.takeFirst();
      }
      next->call();
    }
  }
};

/// Never destroyed: the thread may be in it while the process exits.
Queue &queue() {
  static Queue &instance = *new Queue;
  return instance;
}

} // namespace

void post(std::unique_ptr<Callback> callback) noexcept {
  Queue &callbacks = queue();
  {
    MutexLock lock(callbacks.mutex);
    callbacks.work.append(std::move(callback));
    if (!callbacks.started) {
      fork_guard::threadsStarted();
      try {
        std::thread([&callbacks] { callbacks.run(); }).detach();
        callbacks.started = true;
      } catch (const std::exception &) {
        // No more threads or memory for this process: what is queued waits for the next call.
        logAlways("no thread for the callbacks of events");
      }
    }
  }
  callbacks.changed.notify_one();
}

} // namespace weft::runtime::CallbackThread
