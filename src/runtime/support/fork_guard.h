// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads do not survive a fork. A child of a process whose driver had started threads gets an
// error from whatever would need them (and the locks they may have held), never a hang. A child
// forked before that is as good as new.
#pragma once

#include "support/error.h"

#include <atomic>

namespace weft::runtime::fork_guard {

/// Set in a child that was forked after threadsStarted().
extern std::atomic<bool> threadsLost;

/// Say so before the first thread starts.
void threadsStarted() noexcept;

/// For the entry points that use queues and events.
inline void requireThreads() {
  if (threadsLost.load(std::memory_order_relaxed)) [[unlikely]]
    throw Error(CL_OUT_OF_RESOURCES);
}

} // namespace weft::runtime::fork_guard
