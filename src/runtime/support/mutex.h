// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mutex that clang's -Wthread-safety understands, and the words that tie data to it. The
// standard's own classes carry no annotations.
#pragma once

#include <condition_variable>
#include <mutex>

#if defined(__clang__)
#define WEFT_THREAD_SAFETY(x) __attribute__((x))
#else
#define WEFT_THREAD_SAFETY(x)
#endif

#define WEFT_GUARDED_BY(mutex) WEFT_THREAD_SAFETY(guarded_by(mutex))
#define WEFT_PT_GUARDED_BY(mutex) WEFT_THREAD_SAFETY(pt_guarded_by(mutex))
#define WEFT_REQUIRES(...) WEFT_THREAD_SAFETY(requires_capability(__VA_ARGS__))
#define WEFT_EXCLUDES(...) WEFT_THREAD_SAFETY(locks_excluded(__VA_ARGS__))
#define WEFT_NO_THREAD_SAFETY_ANALYSIS WEFT_THREAD_SAFETY(no_thread_safety_analysis)

namespace weft::runtime {

class WEFT_THREAD_SAFETY(capability("mutex")) Mutex {
public:
  constexpr Mutex() = default;
  void lock() WEFT_THREAD_SAFETY(acquire_capability()) { mutex_.lock(); }
  void unlock() WEFT_THREAD_SAFETY(release_capability()) { mutex_.unlock(); }

private:
  std::mutex mutex_;
};

/// Holds a Mutex for a scope; may be let go and taken again (to wait, to call out).
class WEFT_THREAD_SAFETY(scoped_lockable) MutexLock {
public:
  explicit MutexLock(Mutex &mutex) WEFT_THREAD_SAFETY(acquire_capability(mutex)) : mutex_(mutex) {
    mutex_.lock();
  }
  ~MutexLock() WEFT_THREAD_SAFETY(release_capability()) {
    if (held_)
      mutex_.unlock();
  }
  MutexLock(const MutexLock &) = delete;
  MutexLock &operator=(const MutexLock &) = delete;

  void unlock() WEFT_THREAD_SAFETY(release_capability()) {
    held_ = false;
    mutex_.unlock();
  }
  void lock() WEFT_THREAD_SAFETY(acquire_capability()) {
    mutex_.lock();
    held_ = true;
  }

private:
  Mutex &mutex_;
  bool held_ = true;
};

/// Waits with a MutexLock: condition.wait(lock), in a loop that reads the guarded state.
using Condition = std::condition_variable_any;

} // namespace weft::runtime
