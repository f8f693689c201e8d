// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory objects: buffers and sub-buffers (images and pipes join when they exist).
#pragma once

#include "objects/object.h"
#include "objects/ref.h"

#include <cstddef>

namespace weft::runtime {

class Context;

/// A CPU device works on the memory itself, so a memory object is one allocation (or the
/// application's, CL_MEM_USE_HOST_PTR) whose address never changes, and mapping copies nothing.
class MemObject : public Object<_cl_mem, MemObject, HandleKind::Memory> {
public:
  virtual ~MemObject();

  Context &context() const { return *context_; }
  cl_mem_object_type type() const { return type_; }
  cl_mem_flags flags() const { return flags_; }
  size_t size() const { return size_; }
  /// Where the contents lie; of a sub-buffer, inside its parent's.
  std::byte *data() const { return data_; }
  /// The buffer a sub-buffer was made from, else null.
  MemObject *parent() const { return parent_.get(); }
  size_t origin() const { return origin_; }

protected:
  MemObject(Context &context, cl_mem_object_type type, cl_mem_flags flags, size_t size);

  Ref<Context> context_;
  cl_mem_object_type type_;
  cl_mem_flags flags_;
  size_t size_;
  std::byte *data_ = nullptr;
  Ref<MemObject> parent_;
  size_t origin_ = 0;
};

} // namespace weft::runtime
