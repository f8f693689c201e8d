// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps, unmaps and migrations: nothing moves, since host and device see the same memory.
#pragma once

#include "commands/command.h"
#include "objects/mem_object.h"
#include "objects/ref.h"

#include <vector>

namespace weft::runtime {

/// Keeps its memory objects until it is complete: they are deleted, and their destructor callbacks
/// called, after "commands queued for execution on a command-queue(s) that use memobj have
/// finished" (OpenCL 3.0 API 5.5.2 clReleaseMemObject).
class InPlaceCommand final : public Command {
public:
  InPlaceCommand(cl_command_type type, Ref<MemObject> object)
      : Command(type), object_(std::move(object)) {}
  InPlaceCommand(cl_command_type type, std::vector<Ref<MemObject>> objects)
      : Command(type), objects_(std::move(objects)) {}

  cl_int run(Execution &) noexcept override { return CL_COMPLETE; }

private:
  Ref<MemObject> object_;
  std::vector<Ref<MemObject>> objects_;
};

} // namespace weft::runtime
