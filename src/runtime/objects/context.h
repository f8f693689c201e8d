// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A context: the devices that programs, memory objects and queues of it may use.
#pragma once

#include "objects/device.h"
#include "objects/object.h"
#include "objects/ref.h"
#include "support/mutex.h"

#include <span>
#include <vector>

namespace weft::runtime {

class QueueObject;

/// Every other object holds a Ref to its context, so the context is destroyed last; then the
/// destructor callbacks are called.
class Context : public Object<_cl_context, Context, HandleKind::Context> {
public:
  using Notify = void(CL_CALLBACK *)(const char *message, const void *privateInfo, size_t bytes,
                                     void *userData);
  using DestructorCallback = void(CL_CALLBACK *)(cl_context, void *userData);

  /// `properties` is the application's list with its terminating 0, or empty where it gave none.
  Context(std::vector<Hold<Device>> devices, std::vector<cl_context_properties> properties,
          Notify notify, void *userData);
  ~Context();

  const std::vector<Hold<Device>> &devices() const { return devices_; }
  bool has(const Device &device) const;
  std::span<const cl_context_properties> properties() const { return properties_; }
  /// The largest a buffer may be: what at least one device can allocate (API 5.2.1).
  std::uint64_t maxAllocationBytes() const;

  /// Tells the application's pfn_notify, if there is one, "information on errors [...] that occur
  /// at runtime in this context" (API 4.4), on a thread of the driver.
  void notifyOfFailure(cl_command_type type, cl_int status) noexcept;
  void addDestructorCallback(DestructorCallback callback, void *userData);

  /// The default on-device queue of a device (OpenCL 3.0 API 5.1), which the application holds;
  /// null if there is none.
  Ref<QueueObject> defaultQueue(const Device &device);
  void setDefaultQueue(QueueObject &queue);
  /// The default queue of the device with one more reference of the application; where there is
  /// none, `made`, which becomes it.
  QueueObject *shareDefaultQueue(const Device &device, QueueObject *made);
  /// The application has released it.
  void forgetDefaultQueue(QueueObject &queue);

private:
  struct Registered {
    DestructorCallback callback;
    void *userData;
  };
  std::vector<Hold<Device>> devices_;
  std::vector<cl_context_properties> properties_;
  Notify notify_;
  void *notifyUserData_;
  Mutex mutex_;
  std::vector<Registered> callbacks_ WEFT_GUARDED_BY(mutex_);
  /// One for a device at most. Not owned: an entry goes before the application's reference does.
  std::vector<QueueObject *> defaultQueues_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::runtime
