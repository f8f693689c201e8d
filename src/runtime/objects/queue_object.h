// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A command-queue as events and other objects see it; scheduler/command_queue.h has the rest.
#pragma once

#include "objects/context.h"
#include "objects/device.h"
#include "objects/object.h"

#include <span>
#include <vector>

namespace weft::runtime {

class Event;

/// What queues of the host and of the device have in common (OpenCL 3.0 API 5.1 Command-Queues).
class QueueObject : public Object<_cl_command_queue, QueueObject, HandleKind::CommandQueue> {
public:
  virtual ~QueueObject() = default;

  Context &context() const { return *context_; }
  Device &device() const { return *device_; }
  cl_command_queue_properties properties() const {
    return properties_.load(std::memory_order_relaxed);
  }
  /// CL_QUEUE_PROPERTIES_ARRAY: with its terminating 0, or empty.
  std::span<const cl_queue_properties> propertyList() const { return propertyList_; }
  bool isOnDevice() const { return properties() & CL_QUEUE_ON_DEVICE; }

  /// Has what is in the queue progress without anybody's help (clFlush).
  virtual void flush() noexcept = 0;
  /// Runs commands of this queue on the calling thread, or sleeps, until the event is complete.
  virtual void waitFor(Event &event) noexcept = 0;
  /// What kernels get for it as a queue_t; null if it is a host queue.
  virtual void *deviceQueue() const noexcept { return nullptr; }

  /// OpenCL 3.0 API 5.1: releasing a command-queue performs an implicit flush.
  void onApiReleased() {
    context_->forgetDefaultQueue(*this);
    flush();
  }

protected:
  QueueObject(Context &context, Device &device, cl_command_queue_properties properties,
              std::vector<cl_queue_properties> propertyList)
      : context_(context), device_(device), properties_(properties),
        propertyList_(std::move(propertyList)) {}
  /// Returns what they were.
  cl_command_queue_properties changeProperties(cl_command_queue_properties which, bool enable) {
    return enable ? properties_.fetch_or(which, std::memory_order_relaxed)
                  : properties_.fetch_and(~which, std::memory_order_relaxed);
  }

private:
  Hold<Context> context_;
  Hold<Device> device_;
  std::atomic<cl_command_queue_properties> properties_;
  std::vector<cl_queue_properties> propertyList_;
};

} // namespace weft::runtime
