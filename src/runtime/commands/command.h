// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is to be done, as opposed to when: the graph (scheduler/command_node.h) knows that.
#pragma once

#include "commands/execution.h"

#include <cstdint>

namespace weft::runtime {

/// A command owns copies or Refs of all it touches, so that running it needs no lock. It is made by
/// an entry point in memory of its queue, run once on any thread (or not at all, where something it
/// waits for failed), and destroyed before its completion can be seen, so that what it owns is free
/// by then.
class Command {
public:
  explicit Command(cl_command_type type) : type_(type) {}
  virtual ~Command() = default;
  Command(const Command &) = delete;
  Command &operator=(const Command &) = delete;

  cl_command_type type() const { return type_; }
  /// CL_COMPLETE, or the negative status that the event gets.
  virtual cl_int run(Execution &execution) noexcept = 0;
  /// A rough estimate, to decide whether it is worth waking a thread. Small commands collect until
  /// somebody waits or flushes.
  virtual std::uint64_t expectedNanoseconds() const noexcept { return 50; }

private:
  cl_command_type type_;
};

/// Markers and barriers: all that counts is when they complete.
class EmptyCommand final : public Command {
public:
  using Command::Command;
  cl_int run(Execution &) noexcept override { return CL_COMPLETE; }
};

} // namespace weft::runtime
