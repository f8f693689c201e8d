// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The local size of a launch for which the application leaves it to the driver.
#pragma once

#include "commands/ndrange.h"
#include "weft/abi/kernel_descriptor.h"

#include <cstdint>

namespace weft::runtime {

struct LocalSizeLimits {
  std::uint64_t items; ///< in a work-group
  std::uint64_t perDimension[3];
  unsigned threads; ///< that want something to do
};

/// Fills range.localSize. It divides the global size, so that groups are uniform whatever the
/// kernel was built with; within that, whole packets, and enough groups for all threads.
void chooseLocalSize(const WeftKernelDescriptor &kernel, const LocalSizeLimits &limits,
                     NDRange &range) noexcept;

} // namespace weft::runtime
