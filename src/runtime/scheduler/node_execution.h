// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a running command is given: its node and the device's threads.
#pragma once

#include "commands/execution.h"
#include "scheduler/command_node.h"

namespace weft::runtime {

class Executor;

/// Runs the work-groups of one launch. CL_COMPLETE, or a negative status and nothing has run. Where
/// the kernel may enqueue others, the calling thread is a worker of the device queues afterwards.
cl_int runLaunch(const WorkGroupLaunch &launch, Executor &executor) noexcept;

class NodeExecution final : public Execution {
public:
  NodeExecution(CommandNode &node, Executor &executor) : node_(node), executor_(executor) {}

  cl_int runWorkGroups(const WorkGroupLaunch &launch) noexcept override;
  void runTransfer(RangeTask &task, std::uint64_t count, std::uint64_t bytes) noexcept override;
  void *commandNode() noexcept override { return &node_; }
  const WeftRuntimeFunctions *runtimeFunctions() noexcept override;

private:
  CommandNode &node_;
  Executor &executor_;
};

} // namespace weft::runtime
