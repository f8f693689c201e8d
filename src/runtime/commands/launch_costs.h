// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How long work-items of a kernel took lately. Decides whether a launch is worth waking threads for
// and how finely it is split; never what is computed.
#pragma once

#include <cstdint>

namespace weft::runtime::launch_costs {

/// Nanoseconds of one thread for a work-item, or 0 if the kernel has not been timed.
float nanosecondsPerItem(const void *kernel) noexcept;

void record(const void *kernel, std::uint64_t items, std::uint64_t nanoseconds) noexcept;

} // namespace weft::runtime::launch_costs
