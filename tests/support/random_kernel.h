// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random kernels for comparing one compilation with another: every operation is exact and defined
// (unsigned arithmetic, guarded indices, no contraction), so any two must give the same bits.
#pragma once

#include <cstdint>
#include <string>

namespace weft::test {

struct RandomKernel {
  /// kernel void test(global const uint *in, global uint *out, global uint *counters, uint n):
  /// `in` has 256 elements, `out` kOutputs for each work-item, `counters` 8.
  std::string source;
  static constexpr unsigned kInputs = 256;
  static constexpr unsigned kOutputs = 8;
  static constexpr unsigned kCounters = 8;
};

/// The same text for the same seed, always.
RandomKernel randomKernel(std::uint64_t seed);

} // namespace weft::test
