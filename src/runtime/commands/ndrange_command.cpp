// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ND-range launches: arguments fixed, variant chosen.
#include "commands/ndrange_command.h"
#include "commands/launch_costs.h"

#include <algorithm>

namespace weft::runtime {
namespace {

/// What a whole work-group costs, in lanes: a packet costs its width, used or not, and something
/// for itself, so that a narrow variant wins only where a wide one leaves many lanes idle.
std::uint64_t laneCost(const WeftKernelVariant &variant, const std::uint64_t size[3]) {
  constexpr std::uint64_t kPerPacket = 4;
  std::uint64_t width = variant.packetWidth;
  auto packets = [width](std::uint64_t items) {
    return (items + width - 1) / width * (width + kPerPacket);
  };
  switch (variant.packing) {
  case WEFT_PACK_LINEAR:
    return packets(size[0] * size[1] * size[2]);
  case WEFT_PACK_Y:
    return size[0] * packets(size[1]) * size[2];
  case WEFT_PACK_Z:
    return size[0] * size[1] * packets(size[2]);
  default:
    return packets(size[0]) * size[1] * size[2];
  }
}

bool isRightFor(const WeftKernelVariant &variant, const std::uint64_t size[3]) {
  return !variant.requiredLocalSize[0] ||
         std::equal(size, size + 3, variant.requiredLocalSize,
                    [](std::uint64_t a, std::uint32_t b) { return a == b; });
}

} // namespace

const WeftKernelVariant &chooseVariant(const WeftKernelDescriptor &kernel,
                                       const std::uint64_t size[3]) noexcept {
  const WeftKernelVariant *best = &kernel.variants[0];
  std::uint64_t lowest = laneCost(*best, size);
  for (std::uint32_t i = 1; i < kernel.variantCount; ++i) {
    const WeftKernelVariant &variant = kernel.variants[i];
    if (!isRightFor(variant, size))
      continue;
    std::uint64_t cost = laneCost(variant, size);
    // One made for this very local size beats a general one of the same shape.
    bool isSpecial = variant.requiredLocalSize[0] && !best->requiredLocalSize[0];
    if (cost < lowest || (cost == lowest && isSpecial)) {
      best = &variant;
      lowest = cost;
    }
  }
  return *best;
}

void fillLaunchState(WeftLaunchState &state, const NDRange &range) noexcept {
  state.workDim = range.workDim;
  state.reserved = 0;
  for (unsigned i = 0; i < 3; ++i) {
    state.globalOffset[i] = range.globalOffset[i];
    state.globalSize[i] = range.globalSize[i];
    state.localSize[i] = range.localSize[i];
    state.groupCount[i] = range.groupCount(i);
  }
}

NDRangeCommand::NDRangeCommand(cl_command_type type, Kernel &kernel, const Device &device,
                               const NDRange &range)
    : Command(type), kernel_(kernel), isEmpty_(range.isEmpty()) {
  kernel.captureArguments(device, arguments_);
  variant_ = &chooseVariant(*arguments_.descriptor, range.localSize);
  fillLaunchState(state_, range);
  state_.arguments = reinterpret_cast<const unsigned char *>(arguments_.block());
  state_.programScope = arguments_.programScope;
  if (arguments_.descriptor->flags & WEFT_KERNEL_ENQUEUES) {
    root_.emplace();
    root_->launch.kernel = arguments_.descriptor;
    root_->launch.programScope = arguments_.programScope;
    root_->defaultQueue = kernel.context().defaultQueue(device);
    if (QueueObject *queue = root_->defaultQueue.get())
      root_->launch.defaultQueue = static_cast<device_queue::Queue *>(queue->deviceQueue());
  }
}

cl_int NDRangeCommand::run(Execution &execution) noexcept {
  if (isEmpty_)
    return CL_COMPLETE;
  state_.functions = execution.runtimeFunctions();
  state_.command = root_ ? &root_->launch : nullptr;
  return execution.runWorkGroups(
      {&state_, arguments_.descriptor, variant_, arguments_.localBytes, root_ ? &*root_ : nullptr});
}

std::uint64_t NDRangeCommand::expectedNanoseconds() const noexcept {
  if (isEmpty_)
    return 0;
  float perItem = launch_costs::nanosecondsPerItem(arguments_.descriptor);
  float items =
      float(state_.globalSize[0]) * float(state_.globalSize[1]) * float(state_.globalSize[2]);
  // Of a kernel that never ran nothing is known but its size.
  return std::uint64_t(std::min(items * (perItem > 0 ? perItem : 2.0f), 1e15f)) + 100;
}

} // namespace weft::runtime
