// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices: OpenCL 3.0 API 4.2 Querying Devices and 4.3 Partitioning a Device.
#include "objects/device.h"

#include "api/checks/device_type.h"
#include "api/device_info.h"
#include "api/entry.h"
#include "objects/partition.h"
#include "objects/platform.h"
#include "support/clock.h"

using namespace weft::runtime;

WEFT_ENTRY cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint entryCount,
                                 cl_device_id *devices, cl_uint *countOut) {
  return entry([&] {
    // A null platform is implementation-defined: here it is the only one there is.
    if (platform)
      requireHandle(platform, HandleKind::Platform);
    bool found = selectsCpu(type);
    // "if num_entries is equal to zero and devices is not NULL or if both num_devices and devices
    // are NULL"
    throwIf((entryCount == 0 && devices) || (!devices && !countOut), CL_INVALID_VALUE);
    if (countOut)
      *countOut = found ? 1 : 0;
    throwIf(!found, CL_DEVICE_NOT_FOUND);
    if (devices)
      *devices = Platform::instance().rootDevice().handle();
  });
}

WEFT_ENTRY cl_int clGetDeviceInfo(cl_device_id device, cl_device_info name, size_t size,
                                  void *value, size_t *sizeOut) {
  return entry([&] { deviceInfo(object<Device>(device), name, InfoQuery(size, value, sizeOut)); });
}

WEFT_ENTRY cl_int clCreateSubDevices(cl_device_id deviceHandle,
                                     const cl_device_partition_property *properties,
                                     cl_uint entryCount, cl_device_id *subDevices,
                                     cl_uint *countOut) {
  return entry([&] {
    auto &device = object<Device>(deviceHandle);
    std::vector<cl_device_partition_property> effective;
    std::vector<CpuList> parts = partition(device, properties, effective);
    // "or if out_devices is not NULL and num_devices is less than the number of sub-devices
    // created by the partition scheme"
    throwIf(subDevices && entryCount < parts.size(), CL_INVALID_VALUE);
    if (subDevices) {
      // Made first and handed out together, so that a failure gives nothing away.
      std::vector<Ref<Device>> made;
      for (CpuList &cpus : parts)
        made.push_back(Ref<Device>::adopt(new Device(device, std::move(cpus), effective)));
      for (size_t i = 0; i < made.size(); ++i)
        subDevices[i] = made[i].release()->handle();
    }
    if (countOut)
      *countOut = cl_uint(parts.size());
  });
}

// "Retain and release of a root-level device ... does nothing"
WEFT_ENTRY cl_int clRetainDevice(cl_device_id deviceHandle) {
  return entry([&] {
    auto &device = object<Device>(deviceHandle);
    if (!device.isRoot())
      retain<Device>(deviceHandle);
  });
}

WEFT_ENTRY cl_int clReleaseDevice(cl_device_id deviceHandle) {
  return entry([&] {
    auto &device = object<Device>(deviceHandle);
    if (!device.isRoot())
      release<Device>(deviceHandle);
  });
}

WEFT_ENTRY cl_int clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *deviceTime,
                                          cl_ulong *hostTime) {
  return entry([&] {
    requireHandle(device, HandleKind::Device);
    // "if host_timestamp or device_timestamp is NULL"
    throwIf(!deviceTime || !hostTime, CL_INVALID_VALUE);
    *deviceTime = *hostTime = nanosecondsNow();
  });
}

WEFT_ENTRY cl_int clGetHostTimer(cl_device_id device, cl_ulong *hostTime) {
  return entry([&] {
    requireHandle(device, HandleKind::Device);
    throwIf(!hostTime, CL_INVALID_VALUE); // "if host_timestamp is NULL"
    *hostTime = nanosecondsNow();
  });
}
