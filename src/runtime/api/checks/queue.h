// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command-queue that an enqueue names, and what must belong to the same context.
#pragma once

#include "api/entry.h"
#include "objects/mem_object.h"
#include "scheduler/command_queue.h"
#include "support/fork_guard.h"

namespace weft::runtime {

/// "CL_INVALID_COMMAND_QUEUE if command_queue is not a valid host command-queue"
inline CommandQueue &hostQueue(cl_command_queue handle) {
  // A forked child has lost the threads, and perhaps inherited locks they held.
  fork_guard::requireThreads();
  auto &queue = object<QueueObject>(handle);
  throwIf(queue.isOnDevice(), CL_INVALID_COMMAND_QUEUE);
  return static_cast<CommandQueue &>(queue);
}

/// "CL_INVALID_CONTEXT if the context associated with command_queue and [the object] are not the
/// same"
template <class T> void requireSameContext(const CommandQueue &queue, const T &other) {
  throwIf(&queue.context() != &other.context(), CL_INVALID_CONTEXT);
}

} // namespace weft::runtime
