// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels, buffers and ND-ranges as tests write them.
#pragma once

#include "support/handle.h"

#include <array>
#include <initializer_list>
#include <type_traits>
#include <vector>

namespace weft::test {

/// A buffer that knows its element type, so that read() and setArgs() need no sizes.
template <class T> class Buffer : public Mem {
public:
  Buffer(cl_mem handle, size_t count) : Mem(handle), count_(count) {}
  size_t count() const { return count_; }
  size_t bytes() const { return count_ * sizeof(T); }

private:
  size_t count_;
};

/// An argument in local memory: kernel.setArgs(out, LocalMemory{256}).
struct LocalMemory {
  size_t bytes;
};

class Kernel : public Handle<cl_kernel> {
public:
  using Handle::Handle;

  template <class... Arguments> Kernel &setArgs(const Arguments &...arguments) {
    cl_uint index = 0;
    (setArg(index++, arguments), ...);
    return *this;
  }
  template <class T> void setArg(cl_uint index, const T &value) {
    static_assert(std::is_trivially_copyable_v<T>, "a by-value argument is plain bytes");
    check(clSetKernelArg(get(), index, sizeof(T), &value), "clSetKernelArg");
  }
  template <class T> void setArg(cl_uint index, const Buffer<T> &buffer) {
    setArg(index, buffer.get());
  }
  void setArg(cl_uint index, const Mem &memory) { setArg(index, memory.get()); }
  void setArg(cl_uint index, const LocalMemory &local) {
    check(clSetKernelArg(get(), index, local.bytes, nullptr), "clSetKernelArg");
  }
};

/// NDRange(64), NDRange({8, 8}).local({4, 4}).offset({1, 0}). Without local() the driver chooses.
class NDRange {
public:
  using Extent = std::initializer_list<size_t>;
  NDRange(size_t global) : dimensions_(1), global_{global, 1, 1} {}
  NDRange(Extent global) : dimensions_(static_cast<cl_uint>(global.size())) {
    set(global_, global);
  }
  NDRange local(Extent extent) const {
    NDRange range = *this;
    range.set(range.local_, extent);
    range.hasLocal_ = true;
    return range;
  }
  NDRange offset(Extent extent) const {
    NDRange range = *this;
    range.set(range.offset_, extent);
    range.hasOffset_ = true;
    return range;
  }

  cl_uint dimensions() const { return dimensions_; }
  const size_t *global() const { return global_.data(); }
  const size_t *local() const { return hasLocal_ ? local_.data() : nullptr; }
  const size_t *offset() const { return hasOffset_ ? offset_.data() : nullptr; }

private:
  using Values = std::array<size_t, 3>;
  void set(Values &values, Extent extent) {
    size_t i = 0;
    for (size_t value : extent)
      values.at(i++) = value;
  }
  cl_uint dimensions_;
  Values global_{1, 1, 1}, local_{1, 1, 1}, offset_{0, 0, 0};
  bool hasLocal_ = false, hasOffset_ = false;
};

/// A gate: commands that wait for it run after complete(). Opens by itself when a failing test is
/// left, since a queue with a command that never runs could not be released.
class UserEvent : public Event {
public:
  explicit UserEvent(cl_event handle) : Event(handle) {}
  UserEvent(UserEvent &&) = default;
  ~UserEvent() {
    if (get() && !set_)
      clSetUserEventStatus(get(), CL_COMPLETE);
  }
  void complete() { setStatus(CL_COMPLETE); }
  /// A negative status makes what waits for it terminate (OpenCL 3.0 API 5.11 Event Objects).
  void setStatus(cl_int status) {
    set_ = true;
    check(clSetUserEventStatus(get(), status), "clSetUserEventStatus");
  }

private:
  bool set_ = false;
};

} // namespace weft::test
