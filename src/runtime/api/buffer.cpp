// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making buffers: OpenCL 3.0 API 5.2.1 Creating Buffer Objects.
#include "objects/buffer.h"

#include "api/checks/mem_flags.h"
#include "api/entry.h"
#include "objects/context.h"

using namespace weft::runtime;

namespace {

cl_mem createBuffer(cl_context contextHandle, const cl_mem_properties *properties,
                    cl_mem_flags flags, size_t size, void *hostPointer) {
  auto &context = object<Context>(contextHandle);
  // "CL_INVALID_PROPERTY if a property name in properties is not a supported property name": none
  // is.
  throwIf(properties && *properties, CL_INVALID_PROPERTY);
  requireValidMemFlags(flags);
  // "if size is 0 or if size is greater than CL_DEVICE_MAX_MEM_ALLOC_SIZE for all devices in
  // context"
  throwIf(size == 0 || size > context.maxAllocationBytes(), CL_INVALID_BUFFER_SIZE);
  requireHostPointerFits(flags, hostPointer);
  std::vector<cl_mem_properties> given;
  if (properties)
    given.push_back(0);
  return (new Buffer(context, flags, size, hostPointer, std::move(given)))->handle();
}

/// The rules by which the flags of a sub-buffer must agree with its buffer's.
void requireSubBufferFlags(cl_mem_flags parent, cl_mem_flags own) {
  requireValidMemFlags(own);
  // "if buffer was created with CL_MEM_WRITE_ONLY and flags specifies CL_MEM_READ_WRITE or
  // CL_MEM_READ_ONLY, or if buffer was created with CL_MEM_READ_ONLY and flags specifies
  // CL_MEM_READ_WRITE or CL_MEM_WRITE_ONLY, or if flags specifies CL_MEM_USE_HOST_PTR,
  // CL_MEM_ALLOC_HOST_PTR or CL_MEM_COPY_HOST_PTR"
  throwIf((parent & CL_MEM_WRITE_ONLY) && (own & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY)),
          CL_INVALID_VALUE);
  throwIf((parent & CL_MEM_READ_ONLY) && (own & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY)),
          CL_INVALID_VALUE);
  throwIf(own & kHostPointerFlags, CL_INVALID_VALUE);
  // "if buffer was created with CL_MEM_HOST_WRITE_ONLY and flags specify CL_MEM_HOST_READ_ONLY, or
  // if buffer was created with CL_MEM_HOST_READ_ONLY and flags specify CL_MEM_HOST_WRITE_ONLY, or
  // if buffer was created with CL_MEM_HOST_NO_ACCESS and flags specify CL_MEM_HOST_READ_ONLY or
  // CL_MEM_HOST_WRITE_ONLY"
  throwIf((parent & CL_MEM_HOST_WRITE_ONLY) && (own & CL_MEM_HOST_READ_ONLY), CL_INVALID_VALUE);
  throwIf((parent & CL_MEM_HOST_READ_ONLY) && (own & CL_MEM_HOST_WRITE_ONLY), CL_INVALID_VALUE);
  throwIf((parent & CL_MEM_HOST_NO_ACCESS) &&
              (own & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)),
          CL_INVALID_VALUE);
}

} // namespace

WEFT_ENTRY cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size,
                                 void *hostPointer, cl_int *statusOut) {
  return entryReturning(statusOut,
                        [&] { return createBuffer(context, nullptr, flags, size, hostPointer); });
}

WEFT_ENTRY cl_mem clCreateBufferWithProperties(cl_context context,
                                               const cl_mem_properties *properties,
                                               cl_mem_flags flags, size_t size, void *hostPointer,
                                               cl_int *statusOut) {
  return entryReturning(
      statusOut, [&] { return createBuffer(context, properties, flags, size, hostPointer); });
}

WEFT_ENTRY cl_mem clCreateSubBuffer(cl_mem bufferHandle, cl_mem_flags flags,
                                    cl_buffer_create_type type, const void *info,
                                    cl_int *statusOut) {
  return entryReturning(statusOut, [&]() -> cl_mem {
    auto &memory = object<MemObject>(bufferHandle);
    // "if buffer is not a valid buffer object or is a sub-buffer object"
    throwIf(memory.type() != CL_MEM_OBJECT_BUFFER || memory.parent(), CL_INVALID_MEM_OBJECT);
    requireSubBufferFlags(memory.flags(), flags);
    throwIf(type != CL_BUFFER_CREATE_TYPE_REGION || !info, CL_INVALID_VALUE);
    const auto &region = *static_cast<const cl_buffer_region *>(info);
    throwIf(region.size == 0, CL_INVALID_BUFFER_SIZE);
    // "if the region specified by the cl_buffer_region structure ... is out of bounds in buffer"
    throwIf(region.origin > memory.size() || region.size > memory.size() - region.origin,
            CL_INVALID_VALUE);
    // "if there are no devices in context ... for which the origin field ... is aligned to the
    // CL_DEVICE_MEM_BASE_ADDR_ALIGN value"
    throwIf(region.origin % (Device::kMemBaseAlignBits / 8) != 0, CL_MISALIGNED_SUB_BUFFER_OFFSET);
    auto &buffer = static_cast<Buffer &>(memory);
    return (new Buffer(buffer, flags, region.origin, region.size))->handle();
  });
}
