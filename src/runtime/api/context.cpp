// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contexts: OpenCL 3.0 API 4.4 Contexts.
#include "objects/context.h"

#include "api/checks/device_type.h"
#include "api/entry.h"
#include "api/info_query.h"
#include "objects/platform.h"

#include <algorithm>

using namespace weft::runtime;

namespace {

/// The list with its terminating 0, checked; empty where the application gave none.
std::vector<cl_context_properties> contextProperties(const cl_context_properties *list) {
  std::vector<cl_context_properties> properties;
  if (!list)
    return properties;
  for (; *list; list += 2) {
    // "or if the same property name is specified more than once"
    for (size_t i = 0; i < properties.size(); i += 2)
      throwIf(properties[i] == list[0], CL_INVALID_PROPERTY);
    switch (list[0]) {
    case CL_CONTEXT_PLATFORM:
      // "CL_INVALID_PLATFORM ... if platform value specified in properties is not a valid platform"
      requireHandle(reinterpret_cast<const void *>(list[1]), HandleKind::Platform);
      break;
    case CL_CONTEXT_INTEROP_USER_SYNC:
      throwIf(list[1] != CL_TRUE && list[1] != CL_FALSE, CL_INVALID_PROPERTY);
      break;
    default:
      // "if context property name in properties is not a supported property name"
      throw Error(CL_INVALID_PROPERTY);
    }
    properties.insert(properties.end(), list, list + 2);
  }
  properties.push_back(0);
  return properties;
}

InfoAnswered contextInfo(Context &context, cl_context_info name, InfoQuery out) {
  switch (name) {
  case CL_CONTEXT_REFERENCE_COUNT:
    return out.write(context.apiReferenceCount());
  case CL_CONTEXT_NUM_DEVICES:
    return out.write(cl_uint(context.devices().size()));
  case CL_CONTEXT_DEVICES: {
    std::vector<cl_device_id> devices;
    for (const Hold<Device> &device : context.devices())
      devices.push_back(device->handle());
    return out.writeArray(std::span<const cl_device_id>(devices));
  }
  case CL_CONTEXT_PROPERTIES:
    return out.writeArray(context.properties());
  }
  throw Error(CL_INVALID_VALUE);
}

} // namespace

WEFT_ENTRY cl_context clCreateContext(const cl_context_properties *properties, cl_uint deviceCount,
                                      const cl_device_id *deviceHandles, Context::Notify notify,
                                      void *userData, cl_int *statusOut) {
  return entryReturning(statusOut, [&]() -> cl_context {
    std::vector<cl_context_properties> checked = contextProperties(properties);
    // "if devices is NULL", "if num_devices is equal to zero", "if pfn_notify is NULL but user_data
    // is not NULL"
    throwIf(!deviceHandles || deviceCount == 0 || (!notify && userData), CL_INVALID_VALUE);
    std::vector<Hold<Device>> devices;
    for (cl_uint i = 0; i < deviceCount; ++i) {
      Hold<Device> device(object<Device>(deviceHandles[i]));
      // "Duplicate devices specified in devices are ignored."
      if (std::none_of(devices.begin(), devices.end(),
                       [&](const Hold<Device> &each) { return each.get() == device.get(); }))
        devices.push_back(std::move(device));
    }
    return (new Context(std::move(devices), std::move(checked), notify, userData))->handle();
  });
}

WEFT_ENTRY cl_context clCreateContextFromType(const cl_context_properties *properties,
                                              cl_device_type type, Context::Notify notify,
                                              void *userData, cl_int *statusOut) {
  return entryReturning(statusOut, [&]() -> cl_context {
    std::vector<cl_context_properties> checked = contextProperties(properties);
    throwIf(!notify && userData, CL_INVALID_VALUE);
    throwIf(!selectsCpu(type), CL_DEVICE_NOT_FOUND);
    std::vector<Hold<Device>> devices;
    devices.emplace_back(Platform::instance().rootDevice());
    return (new Context(std::move(devices), std::move(checked), notify, userData))->handle();
  });
}

WEFT_ENTRY cl_int clRetainContext(cl_context context) {
  return entry([&] { retain<Context>(context); });
}

WEFT_ENTRY cl_int clReleaseContext(cl_context context) {
  return entry([&] { release<Context>(context); });
}

WEFT_ENTRY cl_int clGetContextInfo(cl_context context, cl_context_info name, size_t size,
                                   void *value, size_t *sizeOut) {
  return entry(
      [&] { contextInfo(object<Context>(context), name, InfoQuery(size, value, sizeOut)); });
}

WEFT_ENTRY cl_int clSetContextDestructorCallback(cl_context contextHandle,
                                                 Context::DestructorCallback callback,
                                                 void *userData) {
  return entry([&] {
    auto &context = object<Context>(contextHandle);
    throwIf(!callback, CL_INVALID_VALUE); // "if pfn_notify is NULL"
    context.addDestructorCallback(callback, userData);
  });
}
