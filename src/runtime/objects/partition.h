// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a device is divided into sub-devices (OpenCL 3.0 API 4.3 Partitioning a Device).
#pragma once

#include "objects/device.h"

#include <vector>

namespace weft::runtime {

/// The affinity domains along which the device falls into at least two parts.
cl_device_affinity_domain affinityDomains(const Device &device);

/// The CPUs of each sub-device; throws what clCreateSubDevices returns. `effective` is set to the
/// properties as CL_DEVICE_PARTITION_TYPE is to report them.
std::vector<CpuList> partition(const Device &device, const cl_device_partition_property *properties,
                               std::vector<cl_device_partition_property> &effective);

} // namespace weft::runtime
