// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one table of runtime functions that all launches carry: printf and the get_kernel_* queries
// are here, the rest is the device queue's (src/device_queue/functions.cpp).
#include "scheduler/runtime_functions.h"
#include "objects/device.h"
#include "support/printf_format.h"
#include "weft/device_queue/device_queue.h"

#include <algorithm>
#include <cstdio>
#include <string>

namespace weft::runtime {
namespace {

std::int32_t print(const WeftLaunchState *, const char *format, const WeftPrintfArgument *arguments,
                   std::uint32_t count) noexcept {
  try {
    // One write for the whole call: stdio locks the stream for it, so that calls of other
    // work-items do not come in between.
    thread_local std::string text;
    text.clear();
    if (!formatPrintf(text, format, {arguments, count}))
      return -1;
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : -1;
  } catch (...) {
    return -1;
  }
}

std::uint32_t kernelWorkGroupSize(const WeftLaunchState *,
                                  const WeftKernelDescriptor *block) noexcept {
  const std::uint32_t *required = block->requiredLocalSize;
  return required[0] ? required[0] * required[1] * required[2]
                     : std::uint32_t(Device::kMaxWorkGroupSize);
}
std::uint32_t kernelPreferredMultiple(const WeftLaunchState *,
                                      const WeftKernelDescriptor *block) noexcept {
  std::uint32_t widest = 1;
  for (std::uint32_t i = 0; i < block->variantCount; ++i)
    widest = std::max(widest, block->variants[i].packetWidth);
  return widest;
}

/// Work-items of a work-group; where the range leaves that to the driver, the most there can be.
std::uint64_t groupItems(const WeftNDRange &range) noexcept {
  std::uint64_t items = 1;
  for (unsigned i = 0; i < range.workDim && i < 3; ++i)
    items *= range.localSize[i];
  return items ? items : Device::kMaxWorkGroupSize;
}
std::uint32_t kernelMaxSubGroupSize(const WeftLaunchState *, const WeftKernelDescriptor *block,
                                    const WeftNDRange *range) noexcept {
  return std::uint32_t(std::min<std::uint64_t>(block->subGroupSize, groupItems(*range)));
}
std::uint32_t kernelSubGroupCount(const WeftLaunchState *, const WeftKernelDescriptor *block,
                                  const WeftNDRange *range) noexcept {
  if (!block->subGroupSize) // the block uses no sub-groups
    return 0;
  return std::uint32_t((groupItems(*range) + block->subGroupSize - 1) / block->subGroupSize);
}

} // namespace

const WeftRuntimeFunctions kRuntimeFunctions = [] {
  WeftRuntimeFunctions table{};
  table.printf = print;
  table.kernelWorkGroupSize = kernelWorkGroupSize;
  table.kernelPreferredMultiple = kernelPreferredMultiple;
  table.kernelMaxSubGroupSize = kernelMaxSubGroupSize;
  table.kernelSubGroupCount = kernelSubGroupCount;
  device_queue::addFunctions(table);
  return table;
}();

} // namespace weft::runtime
