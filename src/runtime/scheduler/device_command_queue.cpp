// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/device_command_queue.h"

#include "scheduler/executor.h"
#include "scheduler/queue_driver.h"
#include "support/error.h"

namespace weft::runtime {

DeviceCommandQueue::DeviceCommandQueue(Context &context, Device &device,
                                       cl_command_queue_properties properties,
                                       std::vector<cl_queue_properties> propertyList, cl_uint bytes)
    : QueueObject(context, device, properties, std::move(propertyList)),
      executor_(Executor::of(device)), bytes_(bytes),
      queue_(device_queue::openQueue(executor_->queueDriver().scheduler(), bytes,
                                     properties & CL_QUEUE_PROFILING_ENABLE)) {
  throwIf(!queue_, CL_OUT_OF_RESOURCES);
}

DeviceCommandQueue::~DeviceCommandQueue() {
  if (queue_)
    device_queue::closeQueue(*queue_);
}

} // namespace weft::runtime
