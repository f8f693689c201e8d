// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device timer: the same clock as the runtime's support/clock.h.
#pragma once

#include <cstdint>
#include <ctime>

namespace weft::device_queue {

inline std::uint64_t nanosecondsNow() noexcept {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::uint64_t(now.tv_sec) * 1'000'000'000u + std::uint64_t(now.tv_nsec);
}

} // namespace weft::device_queue
