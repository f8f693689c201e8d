// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The frame of every entry point: handles become references, exceptions become a status.
#pragma once

#include "objects/object.h"
#include "support/error.h"

#include <concepts>
#include <utility>

/// Linkage, visibility and calling convention of an entry point, in one word. Which of them a
/// library exports is in its version script: the ICD library what a loader looks up, the
/// direct-link library all.
#define WEFT_ENTRY extern "C" __attribute__((visibility("default"))) CL_API_ENTRY

namespace weft::runtime {

/// The status for the exception being handled. Call it from a catch block only. WEFT_DEBUG=error
/// logs it under the name of the entry point.
cl_int statusOfCurrentException(const char *entryPoint) noexcept;

/// Runs the body of an entry point that returns a status. The name is that of the caller, which the
/// compiler fills in.
template <std::invocable Body>
cl_int entry(Body &&body, const char *entryPoint = __builtin_FUNCTION()) noexcept {
  try {
    std::forward<Body>(body)();
    return CL_SUCCESS;
  } catch (...) {
    return statusOfCurrentException(entryPoint);
  }
}

/// Runs the body of an entry point that returns a value (a handle, a mapped pointer) and reports
/// its status through an optional pointer; null is returned on failure.
template <std::invocable Body>
auto entryReturning(cl_int *statusOut, Body &&body,
                    const char *entryPoint = __builtin_FUNCTION()) noexcept -> decltype(body()) {
  cl_int status = CL_SUCCESS;
  decltype(body()) value{};
  try {
    value = std::forward<Body>(body)();
  } catch (...) {
    status = statusOfCurrentException(entryPoint);
  }
  if (statusOut)
    *statusOut = status;
  return value;
}

/// The CL_INVALID_* of a kind of handle.
constexpr cl_int invalidHandleStatus(HandleKind kind) {
  switch (kind) {
  case HandleKind::Platform:
    return CL_INVALID_PLATFORM;
  case HandleKind::Device:
    return CL_INVALID_DEVICE;
  case HandleKind::Context:
    return CL_INVALID_CONTEXT;
  case HandleKind::CommandQueue:
    return CL_INVALID_COMMAND_QUEUE;
  case HandleKind::Memory:
    return CL_INVALID_MEM_OBJECT;
  case HandleKind::Program:
    return CL_INVALID_PROGRAM;
  case HandleKind::Kernel:
    return CL_INVALID_KERNEL;
  case HandleKind::Event:
    return CL_INVALID_EVENT;
  case HandleKind::Sampler:
    return CL_INVALID_SAMPLER;
  }
  return CL_INVALID_VALUE;
}

/// CL_INVALID_* where the handle is not a live one of that kind.
inline void requireHandle(const void *handle, HandleKind kind) {
  throwIf(!handle || !handles::contains(handle, std::uint8_t(kind)), invalidHandleStatus(kind));
}

/// The object behind a handle, or CL_INVALID_*.
template <class T> T &object(typename T::HandleType handle) {
  requireHandle(handle, T::kKind);
  return *static_cast<T *>(handle);
}

/// clRetain* and clRelease*.
template <class T> void retain(typename T::HandleType handle) { object<T>(handle).retainFromApi(); }
template <class T> void release(typename T::HandleType handle) {
  throwIf(!object<T>(handle).releaseFromApi(), invalidHandleStatus(T::kKind));
}

} // namespace weft::runtime
