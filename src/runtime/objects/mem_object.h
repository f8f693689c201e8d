// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory objects: buffers and sub-buffers (images and pipes join when they exist).
#pragma once

#include "objects/object.h"
#include "objects/ref.h"
#include "support/mutex.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace weft::runtime {

class Context;

/// A CPU device works on the memory itself, so a memory object is one allocation (or the
/// application's, CL_MEM_USE_HOST_PTR) whose address never changes, and mapping copies nothing.
class MemObject : public Object<_cl_mem, MemObject, HandleKind::Memory> {
public:
  using DestructorCallback = void(CL_CALLBACK *)(cl_mem, void *userData);

  virtual ~MemObject();

  Context &context() const { return *context_; }
  cl_mem_object_type type() const { return type_; }
  /// As CL_MEM_FLAGS reports them: with the defaults and what a sub-buffer inherits.
  cl_mem_flags flags() const { return flags_; }
  size_t size() const { return size_; }
  /// Where the contents lie; of a sub-buffer, inside its parent's.
  std::byte *data() const { return data_; }
  /// The buffer a sub-buffer was made from, else null.
  MemObject *parent() const { return parent_.get(); }
  size_t origin() const { return origin_; }
  /// CL_MEM_HOST_PTR: null without CL_MEM_USE_HOST_PTR.
  void *hostPointer() const { return hostPointer_; }
  /// As given to cl*WithProperties, with the terminating 0; empty where none were given.
  std::span<const cl_mem_properties> properties() const { return properties_; }

  bool hostMayRead() const { return !(flags_ & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)); }
  bool hostMayWrite() const { return !(flags_ & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)); }

  /// What an clEnqueueMap* gave out and no clEnqueueUnmapMemObject has taken back. One and the same
  /// pointer may be out several times.
  struct Mapping {
    std::byte *pointer = nullptr;
    size_t size = 0;
    bool isForWriting = false;
  };
  /// Throws CL_INVALID_OPERATION "if mapping would lead to overlapping regions being mapped for
  /// writing" (API 5.2.4).
  void addMapping(const Mapping &mapping);
  /// The youngest with that pointer, which is out no longer; nothing where there is none.
  std::optional<Mapping> takeMapping(const void *pointer);
  cl_uint mapCount() const;

  void addDestructorCallback(DestructorCallback callback, void *userData);

protected:
  MemObject(Context &context, cl_mem_object_type type, cl_mem_flags flags, size_t size);

  struct FreeMemory {
    void operator()(std::byte *memory) const;
  };

  Hold<Context> context_;
  cl_mem_object_type type_;
  cl_mem_flags flags_;
  size_t size_;
  std::byte *data_ = nullptr;
  Hold<MemObject> parent_;
  size_t origin_ = 0;
  void *hostPointer_ = nullptr;
  std::vector<cl_mem_properties> properties_;
  /// Empty for sub-buffers and CL_MEM_USE_HOST_PTR. Destroyed after the callbacks have run.
  std::unique_ptr<std::byte, FreeMemory> memory_;

private:
  struct Registered {
    DestructorCallback callback;
    void *userData;
  };
  mutable Mutex mutex_;
  std::vector<Mapping> mappings_ WEFT_GUARDED_BY(mutex_);
  std::vector<Registered> callbacks_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::runtime
