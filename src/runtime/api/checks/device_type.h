// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cl_device_type that clGetDeviceIDs and clCreateContextFromType take.
#pragma once

#include "support/error.h"

namespace weft::runtime {

/// Whether the CPU is asked for; CL_INVALID_DEVICE_TYPE "if device_type is not a valid value".
inline bool selectsCpu(cl_device_type type) {
  constexpr cl_device_type kKnown = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU |
                                    CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR |
                                    CL_DEVICE_TYPE_CUSTOM;
  if (type == CL_DEVICE_TYPE_ALL)
    return true;
  throwIf(type == 0 || (type & ~kKnown), CL_INVALID_DEVICE_TYPE);
  // The CPU is the platform's only device, so it is the default one.
  return type & (CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_DEFAULT);
}

} // namespace weft::runtime
