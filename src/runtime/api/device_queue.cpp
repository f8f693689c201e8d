// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The default on-device queue: OpenCL 3.0 API 5.1 Command-Queues.
#include "api/entry.h"
#include "objects/context.h"
#include "objects/device.h"
#include "objects/queue_object.h"

using namespace weft::runtime;

WEFT_ENTRY cl_int clSetDefaultDeviceCommandQueue(cl_context contextHandle,
                                                 cl_device_id deviceHandle,
                                                 cl_command_queue queueHandle) {
  return entry([&] {
    auto &context = object<Context>(contextHandle);
    auto &device = object<Device>(deviceHandle);
    // "if device is not a valid device or is not associated with context"
    throwIf(!context.has(device), CL_INVALID_DEVICE);
    // "CL_INVALID_COMMAND_QUEUE if command_queue is not a valid command-queue for device"
    auto &queue = object<QueueObject>(queueHandle);
    throwIf(!queue.isOnDevice() || &queue.context() != &context || &queue.device() != &device,
            CL_INVALID_COMMAND_QUEUE);
    context.setDefaultQueue(queue);
  });
}
