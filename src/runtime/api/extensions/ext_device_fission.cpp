// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_ext_device_fission, which clCreateSubDevices of OpenCL 1.2 replaced. Not supported; the entry
// points have places in the dispatch table and answer.
#include "api/entry.h"

using namespace weft::runtime;

namespace {

cl_int refuseFission(cl_device_id device, const char *entryPoint = __builtin_FUNCTION()) {
  return entry(
      [&] {
        requireHandle(device, HandleKind::Device);
        // "if values in properties are valid but not supported by the device"
        throw Error(CL_INVALID_VALUE);
      },
      entryPoint);
}

} // namespace

WEFT_ENTRY cl_int clCreateSubDevicesEXT(cl_device_id device,
                                        const cl_device_partition_property_ext *, cl_uint,
                                        cl_device_id *, cl_uint *) {
  return refuseFission(device);
}

// Only sub-devices made by clCreateSubDevicesEXT are counted by these, and there are none.
WEFT_ENTRY cl_int clRetainDeviceEXT(cl_device_id device) {
  return entry([&] { requireHandle(device, HandleKind::Device); });
}

WEFT_ENTRY cl_int clReleaseDeviceEXT(cl_device_id device) {
  return entry([&] { requireHandle(device, HandleKind::Device); });
}
