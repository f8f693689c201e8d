// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contexts: see context.h.
#include "objects/context.h"
#include "objects/queue_object.h"
#include "support/callback_thread.h"

#include <algorithm>
#include <memory>
#include <new>
#include <string>

namespace weft::runtime {

Context::Context(std::vector<Hold<Device>> devices, std::vector<cl_context_properties> properties,
                 Notify notify, void *userData)
    : devices_(std::move(devices)), properties_(std::move(properties)), notify_(notify),
      notifyUserData_(userData) {}

Context::~Context() {
  // OpenCL 3.0 API 4.4: in the reverse order of registration, before the context is deleted.
  std::vector<Registered> callbacks;
  {
    MutexLock lock(mutex_);
    callbacks.swap(callbacks_);
  }
  for (auto each = callbacks.rbegin(); each != callbacks.rend(); ++each)
    each->callback(handle(), each->userData);
}

bool Context::has(const Device &device) const {
  return std::any_of(devices_.begin(), devices_.end(),
                     [&](const Hold<Device> &each) { return each.get() == &device; });
}

std::uint64_t Context::maxAllocationBytes() const {
  std::uint64_t most = 0;
  for (const Hold<Device> &device : devices_)
    most = std::max(most, device->maxAllocationBytes());
  return most;
}

void Context::notifyOfFailure(cl_command_type type, cl_int status) noexcept {
  struct Notification final : Callback {
    Hold<Context> context;
    std::string message;
    void call() override {
      context->notify_(message.c_str(), nullptr, 0, context->notifyUserData_);
    }
  };
  if (!notify_)
    return;
  try {
    auto notification = std::make_unique<Notification>();
    notification->context = Hold<Context>(*this);
    notification->message = "a command of type " + std::to_string(type) +
                            " was terminated with status " + std::to_string(status);
    CallbackThread::post(std::move(notification));
  } catch (const std::bad_alloc &) {
    // The next failure may find the memory to be told.
  }
}

void Context::addDestructorCallback(DestructorCallback callback, void *userData) {
  MutexLock lock(mutex_);
  callbacks_.push_back({callback, userData});
}

Ref<QueueObject> Context::defaultQueue(const Device &device) {
  MutexLock lock(mutex_);
  for (QueueObject *queue : defaultQueues_)
    if (&queue->device() == &device)
      return Ref(*queue);
  return {};
}

void Context::setDefaultQueue(QueueObject &queue) {
  MutexLock lock(mutex_);
  for (QueueObject *&each : defaultQueues_)
    if (&each->device() == &queue.device()) {
      each = &queue;
      return;
    }
  defaultQueues_.push_back(&queue);
}

QueueObject *Context::shareDefaultQueue(const Device &device, QueueObject *made) {
  MutexLock lock(mutex_);
  for (QueueObject *&each : defaultQueues_)
    if (&each->device() == &device) {
      if (each->tryRetainFromApi())
        return each;
      if (made) // the one there was is being released
        each = made;
      return made;
    }
  if (made)
    defaultQueues_.push_back(made);
  return made;
}

void Context::forgetDefaultQueue(QueueObject &queue) {
  MutexLock lock(mutex_);
  std::erase(defaultQueues_, &queue);
}

} // namespace weft::runtime
