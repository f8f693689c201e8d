// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The index space of a launch, validated and with its local size chosen.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::runtime {

/// Unused dimensions have size 1 and offset 0.
struct NDRange {
  std::uint32_t workDim = 1;
  std::uint64_t globalOffset[3] = {0, 0, 0};
  std::uint64_t globalSize[3] = {1, 1, 1};
  std::uint64_t localSize[3] = {1, 1, 1};

  /// OpenCL 3.0 allows a global size of 0: nothing runs.
  bool isEmpty() const { return !globalSize[0] || !globalSize[1] || !globalSize[2]; }
  std::uint64_t itemsPerGroup() const { return localSize[0] * localSize[1] * localSize[2]; }
  std::uint64_t groupCount(unsigned dimension) const {
    return globalSize[dimension] / localSize[dimension] +
           (globalSize[dimension] % localSize[dimension] != 0);
  }
};

} // namespace weft::runtime
