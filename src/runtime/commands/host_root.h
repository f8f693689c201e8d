// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A host command at the root of a tree of device-side enqueues.
#pragma once

#include "objects/queue_object.h"
#include "objects/ref.h"
#include "weft/device_queue/device_queue.h"

namespace weft::runtime {

/// In the memory of the command. If commands below it are still there when its run() ends, run()
/// returns CL_RUNNING, and the thread that runs the last of them completes the command.
class HostRoot final : public device_queue::Root {
public:
  void (*complete)(void *node, cl_int status) noexcept = nullptr;
  void *node = nullptr;
  Ref<QueueObject> defaultQueue;

private:
  bool onComplete(std::int32_t status, device_queue::Worker *) noexcept override {
    complete(node, status);
    return false; // the command, and this with it, is gone
  }
};

} // namespace weft::runtime
