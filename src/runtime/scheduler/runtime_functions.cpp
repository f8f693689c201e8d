// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one table of runtime functions that all launches carry.
//
// Device queues do not exist yet: clCreateCommandQueueWithProperties refuses CL_QUEUE_ON_DEVICE, so
// no kernel can hold a valid queue_t or clk_event_t, and what the device-queue functions say of
// invalid ones is all they have to say.
#include "scheduler/runtime_functions.h"
#include "commands/ndrange_command.h"
#include "objects/device.h"
#include "scheduler/command_node.h"
#include "support/printf_format.h"

#include <cstdio>
#include <string>

namespace weft::runtime {
namespace {

// OpenCL C 3.0 6.15.19.
constexpr std::int32_t kClkEnqueueFailure = -101; // CLK_ENQUEUE_FAILURE
constexpr std::int32_t kClkInvalidQueue = -102;   // CLK_INVALID_QUEUE

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

/// A particular error for programs built with -g, else the general one.
std::int32_t enqueueError(const WeftLaunchState *launch, std::int32_t particular) {
  auto *node = static_cast<const CommandNode *>(launch->command);
  auto *command = static_cast<const NDRangeCommand *>(node->command);
  bool tells = command->arguments().descriptor->flags & WEFT_KERNEL_DEBUG_ERRORS;
  return tells ? particular : kClkEnqueueFailure;
}

std::int32_t enqueueKernel(const WeftLaunchState *launch, WeftWorkerState *,
                           const WeftEnqueueKernel *) noexcept {
  return enqueueError(launch, kClkInvalidQueue);
}

std::int32_t enqueueMarker(const WeftLaunchState *launch, WeftWorkerState *, void *, std::uint32_t,
                           void *const *, void **) noexcept {
  return enqueueError(launch, kClkInvalidQueue);
}

void *createUserEvent(const WeftLaunchState *, WeftWorkerState *) noexcept { return nullptr; }
void setUserEventStatus(const WeftLaunchState *, WeftWorkerState *, void *, std::int32_t) noexcept {
}
void retainEvent(const WeftLaunchState *, WeftWorkerState *, void *) noexcept {}
void releaseEvent(const WeftLaunchState *, WeftWorkerState *, void *) noexcept {}
std::int32_t isValidEvent(const WeftLaunchState *, WeftWorkerState *, void *) noexcept { return 0; }
void captureEventProfilingInfo(const WeftLaunchState *, WeftWorkerState *, void *, std::uint32_t,
                               std::uint64_t *) noexcept {}
void *defaultQueue(const WeftLaunchState *, WeftWorkerState *) noexcept { return nullptr; }

std::uint32_t kernelWorkGroupSize(const WeftLaunchState *,
                                  const WeftKernelDescriptor *block) noexcept {
  const std::uint32_t *required = block->requiredLocalSize;
  return required[0] ? required[0] * required[1] * required[2]
                     : std::uint32_t(Device::kMaxWorkGroupSize);
}
std::uint32_t kernelPreferredMultiple(const WeftLaunchState *,
                                      const WeftKernelDescriptor *block) noexcept {
  return block->variants[0].packetWidth;
}
std::uint32_t kernelMaxSubGroupSize(const WeftLaunchState *, const WeftKernelDescriptor *block,
                                    const WeftNDRange *) noexcept {
  return block->subGroupSize;
}
std::uint32_t kernelSubGroupCount(const WeftLaunchState *, const WeftKernelDescriptor *block,
                                  const WeftNDRange *range) noexcept {
  if (!block->subGroupSize)
    return 0;
  std::uint64_t items = 1;
  for (unsigned i = 0; i < range->workDim; ++i)
    items *= range->localSize[i];
  return std::uint32_t((items + block->subGroupSize - 1) / block->subGroupSize);
}

} // namespace

const WeftRuntimeFunctions kRuntimeFunctions = {
    .printf = print,
    .enqueueKernel = enqueueKernel,
    .enqueueMarker = enqueueMarker,
    .createUserEvent = createUserEvent,
    .setUserEventStatus = setUserEventStatus,
    .retainEvent = retainEvent,
    .releaseEvent = releaseEvent,
    .isValidEvent = isValidEvent,
    .captureEventProfilingInfo = captureEventProfilingInfo,
    .defaultQueue = defaultQueue,
    .kernelWorkGroupSize = kernelWorkGroupSize,
    .kernelPreferredMultiple = kernelPreferredMultiple,
    .kernelMaxSubGroupSize = kernelMaxSubGroupSize,
    .kernelSubGroupCount = kernelSubGroupCount,
};

} // namespace weft::runtime
