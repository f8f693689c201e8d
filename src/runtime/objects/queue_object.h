// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A command-queue as events and other objects see it; scheduler/command_queue.h has the rest.
#pragma once

#include "objects/object.h"

namespace weft::runtime {

class Event;

class QueueObject : public Object<_cl_command_queue, QueueObject, HandleKind::CommandQueue> {
public:
  virtual ~QueueObject() = default;

  /// Has what is in the queue progress without anybody's help (clFlush).
  virtual void flush() noexcept = 0;
  /// Runs commands of this queue on the calling thread, or sleeps, until the event is complete.
  virtual void waitFor(Event &event) noexcept = 0;

  /// OpenCL 3.0 API 5.1: releasing a command-queue performs an implicit flush.
  void onApiReleased() { flush(); }
};

} // namespace weft::runtime
