// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues and commands made by hand, so that the scheduler can be tried without a compiler.
#pragma once

#include "commands/command.h"
#include "objects/context.h"
#include "objects/event.h"
#include "objects/platform.h"
#include "scheduler/command_queue.h"

#include <functional>
#include <gmock/gmock.h>
#include <vector>

namespace weft::runtime::test {

/// Runs a function of the test.
class FunctionCommand final : public Command {
public:
  explicit FunctionCommand(std::function<cl_int()> body, std::uint64_t expected = 50)
      : Command(CL_COMMAND_NATIVE_KERNEL), body_(std::move(body)), expected_(expected) {}
  cl_int run(Execution &) noexcept override { return body_(); }
  std::uint64_t expectedNanoseconds() const noexcept override { return expected_; }

private:
  std::function<cl_int()> body_;
  std::uint64_t expected_;
};

/// An event owned as the application owns it.
class OwnedEvent {
public:
  OwnedEvent() = default;
  explicit OwnedEvent(Event *event) : event_(event) {}
  OwnedEvent(OwnedEvent &&other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
  OwnedEvent &operator=(OwnedEvent &&other) noexcept {
    std::swap(event_, other.event_);
    return *this;
  }
  ~OwnedEvent() {
    if (event_)
      event_->releaseFromApi();
  }
  Event *operator->() const { return event_; }
  Event &operator*() const { return *event_; }
  Event *get() const { return event_; }

private:
  Event *event_ = nullptr;
};

class SchedulerTest : public ::testing::Test {
protected:
  static constexpr cl_command_queue_properties kOutOfOrder = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

  SchedulerTest() {
    Device &device = Platform::instance().rootDevice();
    std::vector<Hold<Device>> devices{Hold<Device>(device)};
    auto *context = new Context(devices, {}, nullptr, nullptr);
    context_ = Hold<Context>(*context);
    context->releaseFromApi();
  }

  Context &context() { return *context_; }
  Device &device() { return *context_->devices()[0]; }
  Ref<CommandQueue> makeQueue(cl_command_queue_properties properties = 0) {
    return Ref<CommandQueue>::adopt(new CommandQueue(context(), device(), properties, {}));
  }
  OwnedEvent userEvent() { return OwnedEvent(new Event(context())); }

  /// Enqueues a function and returns its event.
  static OwnedEvent enqueue(CommandQueue &queue, std::function<cl_int()> body,
                            const std::vector<Event *> &waits = {}, std::uint64_t expected = 50) {
    cl_event handle = nullptr;
    queue.enqueue(queue.make<FunctionCommand>(std::move(body), expected), waits, &handle);
    return OwnedEvent(static_cast<Event *>(handle));
  }
  static OwnedEvent enqueueEmpty(CommandQueue &queue, const std::vector<Event *> &waits = {},
                                 Ordering ordering = Ordering::Plain) {
    cl_event handle = nullptr;
    queue.enqueue(queue.make<EmptyCommand>(CL_COMMAND_MARKER), waits, &handle, ordering);
    return OwnedEvent(static_cast<Event *>(handle));
  }

private:
  /// Queues and events hold it too, for longer than a test where a worker is late to leave.
  Hold<Context> context_;
};

} // namespace weft::runtime::test
