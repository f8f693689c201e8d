// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command-queues: OpenCL 3.0 API 5.1.
#include "scheduler/command_queue.h"
#include "api/checks/queue.h"
#include "api/entry.h"
#include "api/info_query.h"
#include "scheduler/device_command_queue.h"
#include "weft/device_queue/device_queue.h"

#include <algorithm>

using namespace weft::runtime;

namespace {

constexpr cl_command_queue_properties kHostProperties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
constexpr cl_command_queue_properties kKnownProperties =
    kHostProperties | CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

cl_command_queue createDeviceQueue(Context &context, Device &device,
                                   cl_command_queue_properties properties,
                                   std::vector<cl_queue_properties> list, cl_uint size) {
  bool isDefault = properties & CL_QUEUE_ON_DEVICE_DEFAULT;
  if (isDefault) {
    // "If a default device queue has already been created, [this] will return the default device
    // queue and increment its reference count by 1"
    if (QueueObject *existing = context.shareDefaultQueue(device, nullptr))
      return existing->handle();
  }
  // "CL_INVALID_QUEUE_PROPERTIES if values specified in properties are valid but are not supported
  // by the device"
  throwIf(size > weft::device_queue::kMaxQueueBytes, CL_INVALID_QUEUE_PROPERTIES);
  auto *queue = new DeviceCommandQueue(context, device, properties, std::move(list), size);
  if (!isDefault)
    return queue->handle();
  QueueObject *shared = context.shareDefaultQueue(device, queue);
  if (shared != queue) // another thread was quicker
    queue->releaseFromApi();
  return shared->handle();
}

cl_command_queue createQueue(cl_context contextHandle, cl_device_id deviceHandle,
                             cl_command_queue_properties properties,
                             std::vector<cl_queue_properties> list, cl_uint size) {
  auto &context = object<Context>(contextHandle);
  auto &device = object<Device>(deviceHandle);
  // "CL_INVALID_DEVICE if device is not a valid device or is not associated with context"
  throwIf(!context.has(device), CL_INVALID_DEVICE);
  // "CL_INVALID_VALUE if values specified in properties are not valid": unknown ones, and device
  // queues must be out-of-order, a default queue must be a device queue.
  throwIf(properties & ~kKnownProperties, CL_INVALID_VALUE);
  throwIf((properties & CL_QUEUE_ON_DEVICE) &&
              !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE),
          CL_INVALID_VALUE);
  throwIf((properties & CL_QUEUE_ON_DEVICE_DEFAULT) && !(properties & CL_QUEUE_ON_DEVICE),
          CL_INVALID_VALUE);
  if (properties & CL_QUEUE_ON_DEVICE)
    return createDeviceQueue(context, device, properties, std::move(list), size);
  return (new CommandQueue(context, device, properties, std::move(list)))->handle();
}

InfoAnswered queueInfo(QueueObject &queue, cl_command_queue_info name, InfoQuery out) {
  switch (name) {
  case CL_QUEUE_CONTEXT:
    return out.write(queue.context().handle());
  case CL_QUEUE_DEVICE:
    return out.write(queue.device().handle());
  case CL_QUEUE_REFERENCE_COUNT:
    return out.write(queue.apiReferenceCount());
  case CL_QUEUE_PROPERTIES:
    return out.write(queue.properties());
  case CL_QUEUE_PROPERTIES_ARRAY:
    return out.writeArray(queue.propertyList());
  case CL_QUEUE_SIZE:
    // "CL_INVALID_COMMAND_QUEUE if command_queue is not a valid command-queue for param_name": the
    // size is one of on-device queues.
    throwIf(!queue.isOnDevice(), CL_INVALID_COMMAND_QUEUE);
    return out.write(static_cast<DeviceCommandQueue &>(queue).bytes());
  case CL_QUEUE_DEVICE_DEFAULT: {
    Ref<QueueObject> current = queue.context().defaultQueue(queue.device());
    return out.write(current ? current->handle() : cl_command_queue(nullptr));
  }
  }
  throw Error(CL_INVALID_VALUE);
}

} // namespace

WEFT_ENTRY cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                                 cl_command_queue_properties properties,
                                                 cl_int *statusOut) {
  return entryReturning(statusOut, [&] {
    // This form makes host queues only.
    throwIf(properties & ~kHostProperties, CL_INVALID_VALUE);
    return createQueue(context, device, properties, {}, 0);
  });
}

WEFT_ENTRY cl_command_queue clCreateCommandQueueWithProperties(cl_context context,
                                                               cl_device_id device,
                                                               const cl_queue_properties *list,
                                                               cl_int *statusOut) {
  return entryReturning(statusOut, [&] {
    cl_command_queue_properties properties = 0;
    // "If CL_QUEUE_SIZE is not specified, the device queue is created with
    // CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE as the size of the queue."
    cl_ulong size = weft::device_queue::kPreferredQueueBytes;
    bool hasProperties = false, hasSize = false;
    std::vector<cl_queue_properties> copy;
    if (list) {
      const cl_queue_properties *at = list;
      for (; *at; at += 2) {
        // Each name once, and only the two there are.
        switch (*at) {
        case CL_QUEUE_PROPERTIES:
          throwIf(std::exchange(hasProperties, true), CL_INVALID_VALUE);
          properties = at[1];
          break;
        case CL_QUEUE_SIZE:
          throwIf(std::exchange(hasSize, true) || !at[1], CL_INVALID_VALUE);
          size = std::min<cl_ulong>(at[1], CL_UINT_MAX);
          break;
        default:
          throw Error(CL_INVALID_VALUE);
        }
      }
      copy.assign(list, at + 1);
    }
    // "CL_QUEUE_SIZE can only be specified if CL_QUEUE_ON_DEVICE is set in CL_QUEUE_PROPERTIES"
    throwIf(hasSize && !(properties & CL_QUEUE_ON_DEVICE), CL_INVALID_VALUE);
    return createQueue(context, device, properties, std::move(copy), cl_uint(size));
  });
}

WEFT_ENTRY cl_int clRetainCommandQueue(cl_command_queue queue) {
  return entry([&] { retain<QueueObject>(queue); });
}

WEFT_ENTRY cl_int clReleaseCommandQueue(cl_command_queue queue) {
  return entry([&] { release<QueueObject>(queue); });
}

WEFT_ENTRY cl_int clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info name,
                                        size_t size, void *value, size_t *sizeOut) {
  return entry([&] { queueInfo(object<QueueObject>(queue), name, {size, value, sizeOut}); });
}

WEFT_ENTRY cl_int clSetCommandQueueProperty(cl_command_queue handle,
                                            cl_command_queue_properties properties, cl_bool enable,
                                            cl_command_queue_properties *oldProperties) {
  return entry([&] {
    auto &queue = hostQueue(handle);
    // "CL_INVALID_VALUE if values specified in properties are not valid"
    throwIf(properties & ~kHostProperties, CL_INVALID_VALUE);
    // OpenCL 1.0: a change of the execution mode waits for the commands that are queued.
    queue.finish();
    cl_command_queue_properties old = queue.changeProperties(properties, enable);
    if (oldProperties)
      *oldProperties = old;
  });
}
