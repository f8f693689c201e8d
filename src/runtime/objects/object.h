// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every handle points at. A handle struct is {dispatch, dispatchData}, as the ICD loader wants
// it (cl_khr_icd 2.0); the object derives from it and is free in its own layout.
#pragma once

#include "support/cl.h"

#include <atomic>
#include <cstdint>

namespace weft::runtime {

/// The start of every object, which the ICD loader reads through the handle.
struct HandleHeader {
  const cl_icd_dispatch *dispatch;
  void *dispatchData;
};

} // namespace weft::runtime

struct _cl_platform_id : weft::runtime::HandleHeader {};
struct _cl_device_id : weft::runtime::HandleHeader {};
struct _cl_context : weft::runtime::HandleHeader {};
struct _cl_command_queue : weft::runtime::HandleHeader {};
struct _cl_mem : weft::runtime::HandleHeader {};
struct _cl_program : weft::runtime::HandleHeader {};
struct _cl_kernel : weft::runtime::HandleHeader {};
struct _cl_event : weft::runtime::HandleHeader {};
struct _cl_sampler : weft::runtime::HandleHeader {};

namespace weft::runtime {

/// The table that new handles carry; defined by api/dispatch.cpp from entry_points.def.
extern const cl_icd_dispatch kDispatch;

/// Live handles, so that a stale or garbage one is answered with CL_INVALID_* instead of a crash.
/// Thread-safe; contains() is on the path of every call.
namespace handles {
void add(const void *handle, std::uint8_t kind);
void remove(const void *handle);
bool contains(const void *handle, std::uint8_t kind);
} // namespace handles

enum class HandleKind : std::uint8_t {
  Platform,
  Device,
  Context,
  CommandQueue,
  Memory,
  Program,
  Kernel,
  Event,
  Sampler
};

/// Base of the API objects. Two counts: one for the handle, of the application's own references
/// (retain/release, changed in api/ only) and of the objects through which it can get the handle
/// (Hold); and the driver's (Ref). While the first is not 0 the handle is valid. The object is born
/// with one reference of each kind; the last one to the handle drops the driver's.
template <class Handle, class Derived, HandleKind kKindOf> class Object : public Handle {
public:
  using HandleType = Handle *;
  static constexpr HandleKind kKind = kKindOf;

  Object(const Object &) = delete;
  Object &operator=(const Object &) = delete;

  Handle *handle() { return this; }

  void addRef() { references_.fetch_add(1, std::memory_order_relaxed); }
  void dropRef() {
    // What this thread did to the object is done before another destroys it. Not release and a
    // fence: ThreadSanitizer does not know fences.
    if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete static_cast<Derived *>(this);
  }

  void retainFromApi() { handleReferences_.fetch_add(kOne, std::memory_order_relaxed); }
  /// For who found the object by other ways than its handle: false if the application has released
  /// it.
  bool tryRetainFromApi() {
    std::uint64_t count = handleReferences_.load(std::memory_order_relaxed);
    while (count % kOneHold != 0)
      if (handleReferences_.compare_exchange_weak(count, count + kOne, std::memory_order_relaxed))
        return true;
    return false;
  }
  /// False where the application has no reference that it could give up.
  bool releaseFromApi() {
    std::uint64_t count = handleReferences_.load(std::memory_order_relaxed);
    for (;;) {
      std::uint64_t own = count % kOneHold;
      if (own == 0)
        return false;
      // The last one becomes a Hold, so that the object is there for its reaction.
      std::uint64_t next = count - kOne + (own == kOne ? kOneHold : 0);
      if (!handleReferences_.compare_exchange_weak(count, next, std::memory_order_acq_rel,
                                                   std::memory_order_relaxed))
        continue;
      if (own == kOne) {
        static_cast<Derived *>(this)->onApiReleased();
        letGo();
      }
      return true;
    }
  }
  cl_uint apiReferenceCount() const {
    return cl_uint(handleReferences_.load(std::memory_order_relaxed) % kOneHold);
  }

  void hold() { handleReferences_.fetch_add(kOneHold, std::memory_order_relaxed); }
  void letGo() {
    if (handleReferences_.fetch_sub(kOneHold, std::memory_order_acq_rel) == kOneHold) {
      handles::remove(this);
      dropRef();
    }
  }

  /// Called when the application has given up its last reference; a class hides it to react. Once
  /// more if the application has come by the handle again through an object that holds it.
  void onApiReleased() {}

protected:
  Object() : Handle{{&kDispatch, nullptr}} { handles::add(this, std::uint8_t(kKindOf)); }
  ~Object() {
    // Only an object that the application never released, as when a constructor throws.
    if (handleReferences_.load(std::memory_order_relaxed) != 0)
      handles::remove(this);
  }

private:
  /// The application's references are in the low half, Holds in the high one: both change together.
  static constexpr std::uint64_t kOne = 1;
  static constexpr std::uint64_t kOneHold = kOne << 32;

  std::atomic<std::uint32_t> references_{1};
  std::atomic<std::uint64_t> handleReferences_{kOne};
};

} // namespace weft::runtime
