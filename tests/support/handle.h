// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Owners of OpenCL handles, so that a test that fails half way leaves nothing behind for the next.
#pragma once

#include "support/status.h"

#include <utility>

namespace weft::test {

inline void release(cl_context handle) { clReleaseContext(handle); }
inline void release(cl_command_queue handle) { clReleaseCommandQueue(handle); }
inline void release(cl_mem handle) { clReleaseMemObject(handle); }
inline void release(cl_program handle) { clReleaseProgram(handle); }
inline void release(cl_kernel handle) { clReleaseKernel(handle); }
inline void release(cl_event handle) { clReleaseEvent(handle); }
inline void release(cl_sampler handle) { clReleaseSampler(handle); }
inline void release(cl_device_id handle) { clReleaseDevice(handle); }

/// Owns one API reference. Converts to the plain handle, so that it goes into any call.
template <class T> class Handle {
public:
  Handle() = default;
  explicit Handle(T handle) : handle_(handle) {}
  Handle(Handle &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle &operator=(Handle &&other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Handle() { reset(); }

  operator T() const { return handle_; }
  T get() const { return handle_; }
  T detach() { return std::exchange(handle_, nullptr); }
  void reset() {
    if (handle_)
      release(std::exchange(handle_, nullptr));
  }
  /// For calls that return an object through a pointer: clEnqueueX(..., event.out()).
  T *out() {
    reset();
    return &handle_;
  }

private:
  T handle_ = nullptr;
};

using Context = Handle<cl_context>;
using Queue = Handle<cl_command_queue>;
using Mem = Handle<cl_mem>;
using Program = Handle<cl_program>;
using Event = Handle<cl_event>;
using Sampler = Handle<cl_sampler>;
using SubDevice = Handle<cl_device_id>;

/// Creates and owns: created("clCreateBuffer", [&](cl_int *e) { return clCreateBuffer(..., e); }).
/// Throws where the call fails.
template <class Call> auto created(const char *name, Call &&call) {
  cl_int status = CL_SUCCESS;
  Handle owner(call(&status));
  check(status, name);
  return owner;
}

} // namespace weft::test
