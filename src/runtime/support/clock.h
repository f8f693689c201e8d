// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device timer, which is the host timer too: what profiling, clGetHostTimer and
// clGetDeviceAndHostTimer read.
#pragma once

#include <cstdint>
#include <ctime>

namespace weft::runtime {

/// Nanoseconds since some moment in the past; never goes back (CLOCK_MONOTONIC).
inline std::uint64_t nanosecondsNow() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::uint64_t(now.tv_sec) * 1'000'000'000u + std::uint64_t(now.tv_nsec);
}

/// The step of that timer in nanoseconds.
inline std::uint64_t clockResolution() {
  timespec step;
  clock_getres(CLOCK_MONOTONIC, &step);
  std::uint64_t nanoseconds =
      std::uint64_t(step.tv_sec) * 1'000'000'000u + std::uint64_t(step.tv_nsec);
  return nanoseconds ? nanoseconds : 1;
}

} // namespace weft::runtime
