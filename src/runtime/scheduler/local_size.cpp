// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Driver-chosen local sizes.
#include "scheduler/local_size.h"

#include <algorithm>

namespace weft::runtime {
namespace {

/// A work-group of this many items is no longer dominated by what each group costs.
constexpr std::uint64_t kGoodItems = 256;
/// Groups for each thread, so that they can be spread evenly.
constexpr std::uint64_t kGroupsPerThread = 4;

/// The largest divisor of `size` up to `limit`, by preference a multiple of `width`.
std::uint64_t divisor(std::uint64_t size, std::uint64_t limit, std::uint64_t width) {
  std::uint64_t largest = 1, wide = 0;
  limit = std::min(limit, size);
  // Sizes are most often multiples of powers of two: this ends early then. At worst it is one
  // division for each candidate.
  for (std::uint64_t candidate = limit; candidate > 1; --candidate) {
    if (size % candidate)
      continue;
    largest = std::max(largest, candidate);
    if (candidate % width == 0) {
      wide = candidate;
      break;
    }
    if (candidate < width)
      break;
  }
  // Whole packets are worth a smaller group, but one packet that is partly empty is better than
  // many small groups.
  return wide ? wide : largest;
}

} // namespace

void chooseLocalSize(const WeftKernelDescriptor &kernel, const LocalSizeLimits &limits,
                     NDRange &range) noexcept {
  if (kernel.requiredLocalSize[0]) {
    std::copy(kernel.requiredLocalSize, kernel.requiredLocalSize + 3, range.localSize);
    return;
  }
  std::uint64_t width = std::max<std::uint64_t>(kernel.variants[0].packetWidth, 1);
  std::uint64_t total = range.globalSize[0] * range.globalSize[1] * range.globalSize[2];
  std::uint64_t share = total / (std::uint64_t(limits.threads) * kGroupsPerThread);
  std::uint64_t items =
      std::min(limits.items, std::clamp<std::uint64_t>(share, width, std::max(kGoodItems, width)));

  // Along x as far as possible: neighbours in memory stay neighbours in a packet.
  for (unsigned i = 0; i < 3; ++i) {
    if (i >= range.workDim) {
      range.localSize[i] = 1;
      continue;
    }
    range.localSize[i] =
        divisor(range.globalSize[i], std::min(items, limits.perDimension[i]), i == 0 ? width : 1);
    items /= range.localSize[i];
  }
  // A global size without useful divisors (a prime number, say): better a last group that is
  // smaller than lanes that idle in every one.
  bool mayDiffer = !(kernel.flags & WEFT_KERNEL_UNIFORM_GROUPS);
  std::uint64_t &x = range.localSize[0];
  if (mayDiffer && x < width && x < range.globalSize[0] && range.workDim == 1)
    x = std::min({std::max(std::min(kGoodItems, share) / width * width, width), limits.items,
                  limits.perDimension[0]});
}

} // namespace weft::runtime
