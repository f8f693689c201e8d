// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The index space of a launch (OpenCL 3.0 API 5.10 Executing Kernels).
#pragma once

#include "commands/ndrange.h"
#include "objects/device.h"
#include "objects/kernel.h"

namespace weft::runtime {

/// Checks and fills in; chooses the local size where `localSize` is null.
NDRange ndRange(const Device &device, const Kernel &kernel, cl_uint workDim,
                const size_t *globalOffset, const size_t *globalSize, const size_t *localSize);

} // namespace weft::runtime
