// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers and sub-buffers (OpenCL 3.0 API 5.2).
#pragma once

#include "objects/mem_object.h"

namespace weft::runtime {

class Buffer : public MemObject {
public:
  /// `flags` and `hostPointer` have been checked. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
  Buffer(Context &context, cl_mem_flags flags, size_t size, void *hostPointer,
         std::vector<cl_mem_properties> properties);
  /// A sub-buffer: a window on `parent`, which it keeps alive.
  Buffer(Buffer &parent, cl_mem_flags flags, size_t origin, size_t size);
};

} // namespace weft::runtime
