// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An on-device queue as the application sees it (OpenCL 3.0 API 5.1 Command-Queues).
#pragma once

#include "objects/queue_object.h"

#include <cstdint>
#include <memory>

namespace weft::device_queue {
class Queue;
}

namespace weft::runtime {

class Executor;

/// Nothing is enqueued by the host, so it has no commands for the host either. Kernel launches that
/// have it as an argument, or as the default, hold a reference.
class DeviceCommandQueue final : public QueueObject {
public:
  /// Throws CL_OUT_OF_RESOURCES if there are too many.
  DeviceCommandQueue(Context &context, Device &device, cl_command_queue_properties properties,
                     std::vector<cl_queue_properties> propertyList, cl_uint bytes);
  ~DeviceCommandQueue() override;

  cl_uint bytes() const { return bytes_; }

  void flush() noexcept override {}
  void waitFor(Event &) noexcept override {}
  void *deviceQueue() const noexcept override { return queue_; }

private:
  const std::shared_ptr<Executor> executor_;
  const cl_uint bytes_;
  device_queue::Queue *queue_;
};

} // namespace weft::runtime
