// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launch of a kernel over an ND-range (OpenCL 3.0 API 5.10 Executing Kernels).
#pragma once

#include "commands/command.h"
#include "commands/host_root.h"
#include "commands/ndrange.h"
#include "objects/kernel.h"
#include "objects/launch_arguments.h"

#include <optional>

namespace weft::runtime {

class NDRangeCommand final : public Command {
public:
  /// Fixes the values of the arguments: a later clSetKernelArg is for later launches (5.9.2).
  NDRangeCommand(cl_command_type type, Kernel &kernel, const Device &device, const NDRange &range);

  cl_int run(Execution &execution) noexcept override;
  std::uint64_t expectedNanoseconds() const noexcept override;

private:
  Ref<Kernel> kernel_;
  LaunchArguments arguments_;
  const WeftKernelVariant *variant_;
  WeftLaunchState state_;
  bool isEmpty_;
  std::optional<HostRoot> root_; ///< if the kernel may enqueue others
};

/// The variant that is right for the local size and wastes the fewest lanes; the widest of those.
const WeftKernelVariant &chooseVariant(const WeftKernelDescriptor &kernel,
                                       const std::uint64_t localSize[3]) noexcept;

/// What compiled code sees of a launch.
void fillLaunchState(WeftLaunchState &state, const NDRange &range) noexcept;

} // namespace weft::runtime
