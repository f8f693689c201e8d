// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps, unmaps and migrations: nothing moves, since host and device see the same memory.
#pragma once

#include "commands/command.h"
#include "objects/mem_object.h"
#include "objects/ref.h"

#include <cstddef>
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

/// A mapping exists from its enqueue on, but not where the command never runs: it is not enqueued
/// after all, or what it waits for fails.
class MapCommand final : public Command {
public:
  /// Throws CL_INVALID_OPERATION where the region may not be mapped so.
  MapCommand(cl_command_type type, MemObject &object, const MemObject::Mapping &mapping)
      : Command(type), object_(object), pointer_(mapping.pointer) {
    object.addMapping(mapping);
  }
  ~MapCommand() override {
    if (!hasRun_)
      object_->takeMapping(pointer_);
  }

  cl_int run(Execution &) noexcept override {
    hasRun_ = true;
    return CL_COMPLETE;
  }

private:
  Ref<MemObject> object_;
  const std::byte *pointer_;
  bool hasRun_ = false;
};

} // namespace weft::runtime
