// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Notices a fork.
#include "support/fork_guard.h"

#include <mutex>
#include <pthread.h>

namespace weft::runtime::fork_guard {

constinit std::atomic<bool> threadsLost{false};

void threadsStarted() noexcept {
  static std::once_flag once;
  std::call_once(once, [] {
    pthread_atfork(nullptr, nullptr, [] { threadsLost.store(true, std::memory_order_relaxed); });
  });
}

} // namespace weft::runtime::fork_guard
