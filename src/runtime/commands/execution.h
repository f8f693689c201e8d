// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a command may ask of the device while it runs. The scheduler implements it.
#pragma once

#include "weft/abi/kernel_descriptor.h"

#include "support/cl.h"

#include <cstdint>

namespace weft::runtime {

class HostRoot;

/// One ND-range, ready to run.
struct WorkGroupLaunch {
  const WeftLaunchState *state;
  const WeftKernelDescriptor *kernel;
  const WeftKernelVariant *variant;
  std::uint64_t localBytes;
  HostRoot *root = nullptr; ///< of a command of the host whose kernel may enqueue others
};

/// A range of something that may be split over the device's threads. `run` is called for disjoint
/// pieces that cover [0, count), on several threads at once.
class RangeTask {
public:
  /// Called by each thread before its first piece; one that returns false takes no part. The first
  /// thread calls it before all others.
  virtual bool prepare() noexcept { return true; }
  virtual void run(std::uint64_t begin, std::uint64_t end) noexcept = 0;

protected:
  ~RangeTask() = default;
};

class Execution {
public:
  /// Runs all work-groups. CL_COMPLETE, or a negative status and nothing has run; or CL_RUNNING:
  /// the root completes the command, and may have done so already.
  virtual cl_int runWorkGroups(const WorkGroupLaunch &launch) noexcept = 0;
  /// Runs a task that moves about `bytes` of memory, on several threads where that is faster.
  virtual void runTransfer(RangeTask &task, std::uint64_t count, std::uint64_t bytes) noexcept = 0;
  /// The command's place in the graph.
  virtual void *commandNode() noexcept = 0;
  /// The table for WeftLaunchState::functions.
  virtual const WeftRuntimeFunctions *runtimeFunctions() noexcept = 0;

protected:
  ~Execution() = default;
};

} // namespace weft::runtime
