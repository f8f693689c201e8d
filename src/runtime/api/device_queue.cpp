// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The default on-device queue: OpenCL 3.0 API 5.1 Command-Queues. There are no on-device queues
// yet.
#include "api/entry.h"
#include "objects/context.h"
#include "objects/device.h"

using namespace weft::runtime;

WEFT_ENTRY cl_int clSetDefaultDeviceCommandQueue(cl_context contextHandle,
                                                 cl_device_id deviceHandle, cl_command_queue) {
  return entry([&] {
    auto &context = object<Context>(contextHandle);
    auto &device = object<Device>(deviceHandle);
    // "if device is not a valid device or is not associated with context"
    throwIf(!context.has(device), CL_INVALID_DEVICE);
    // "if device does not support a replaceable default on-device queue"
    throw Error(CL_INVALID_OPERATION);
  });
}
