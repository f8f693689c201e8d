// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images: OpenCL 3.0 API 5.3. The device has none (CL_DEVICE_IMAGE_SUPPORT is CL_FALSE), so making
// one is an invalid operation and every handle given as an image is not one.
#include "api/checks/mem_flags.h"
#include "api/checks/queue.h"
#include "api/entry.h"

using namespace weft::runtime;

namespace {

cl_mem refuseImage(cl_context context, cl_int *statusOut,
                   const char *entryPoint = __builtin_FUNCTION()) {
  return entryReturning(
      statusOut,
      [&]() -> cl_mem {
        requireHandle(context, HandleKind::Context);
        // "if there are no devices in context that support images"
        throw Error(CL_INVALID_OPERATION);
      },
      entryPoint);
}

cl_int refuseImageCommand(cl_command_queue queue, const char *entryPoint = __builtin_FUNCTION()) {
  return entry(
      [&] {
        hostQueue(queue);
        // "CL_INVALID_MEM_OBJECT if image is not a valid image object"
        throw Error(CL_INVALID_MEM_OBJECT);
      },
      entryPoint);
}

} // namespace

WEFT_ENTRY cl_mem clCreateImage(cl_context context, cl_mem_flags, const cl_image_format *,
                                const cl_image_desc *, void *, cl_int *statusOut) {
  return refuseImage(context, statusOut);
}

WEFT_ENTRY cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties *,
                                              cl_mem_flags, const cl_image_format *,
                                              const cl_image_desc *, void *, cl_int *statusOut) {
  return refuseImage(context, statusOut);
}

WEFT_ENTRY cl_mem clCreateImage2D(cl_context context, cl_mem_flags, const cl_image_format *, size_t,
                                  size_t, size_t, void *, cl_int *statusOut) {
  return refuseImage(context, statusOut);
}

WEFT_ENTRY cl_mem clCreateImage3D(cl_context context, cl_mem_flags, const cl_image_format *, size_t,
                                  size_t, size_t, size_t, size_t, void *, cl_int *statusOut) {
  return refuseImage(context, statusOut);
}

WEFT_ENTRY cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                             cl_mem_object_type type, cl_uint entryCount,
                                             cl_image_format *formats, cl_uint *countOut) {
  return entry([&] {
    requireHandle(context, HandleKind::Context);
    // Only in this query: images that a kernel both reads and writes.
    requireValidMemFlags(flags & ~cl_mem_flags(CL_MEM_KERNEL_READ_AND_WRITE));
    // "if flags or image_type are not valid, or if num_entries is 0 and image_formats is not NULL"
    throwIf(type < CL_MEM_OBJECT_IMAGE2D || type > CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_INVALID_VALUE);
    throwIf(entryCount == 0 && formats, CL_INVALID_VALUE);
    if (countOut)
      *countOut = 0;
  });
}

WEFT_ENTRY cl_int clGetImageInfo(cl_mem, cl_image_info, size_t, void *, size_t *) {
  return entry(
      [&] { throw Error(CL_INVALID_MEM_OBJECT); }); // "if image is not a valid image object"
}

WEFT_ENTRY cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem, cl_bool, const size_t *,
                                     const size_t *, size_t, size_t, void *, cl_uint,
                                     const cl_event *, cl_event *) {
  return refuseImageCommand(queue);
}

WEFT_ENTRY cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem, cl_bool, const size_t *,
                                      const size_t *, size_t, size_t, const void *, cl_uint,
                                      const cl_event *, cl_event *) {
  return refuseImageCommand(queue);
}

WEFT_ENTRY cl_int clEnqueueFillImage(cl_command_queue queue, cl_mem, const void *, const size_t *,
                                     const size_t *, cl_uint, const cl_event *, cl_event *) {
  return refuseImageCommand(queue);
}

WEFT_ENTRY cl_int clEnqueueCopyImage(cl_command_queue queue, cl_mem, cl_mem, const size_t *,
                                     const size_t *, const size_t *, cl_uint, const cl_event *,
                                     cl_event *) {
  return refuseImageCommand(queue);
}

WEFT_ENTRY cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem, cl_mem, const size_t *,
                                             const size_t *, size_t, cl_uint, const cl_event *,
                                             cl_event *) {
  return refuseImageCommand(queue);
}

WEFT_ENTRY cl_int clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem, cl_mem, size_t,
                                             const size_t *, const size_t *, cl_uint,
                                             const cl_event *, cl_event *) {
  return refuseImageCommand(queue);
}

WEFT_ENTRY void *clEnqueueMapImage(cl_command_queue queue, cl_mem, cl_bool, cl_map_flags,
                                   const size_t *, const size_t *, size_t *, size_t *, cl_uint,
                                   const cl_event *, cl_event *, cl_int *statusOut) {
  cl_int status = refuseImageCommand(queue);
  if (statusOut)
    *statusOut = status;
  return nullptr;
}
