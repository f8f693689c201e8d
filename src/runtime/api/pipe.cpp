// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipes: OpenCL 3.0 API 5.4. The device has none (CL_DEVICE_PIPE_SUPPORT is CL_FALSE).
#include "api/entry.h"

using namespace weft::runtime;

WEFT_ENTRY cl_mem clCreatePipe(cl_context context, cl_mem_flags, cl_uint, cl_uint,
                               const cl_pipe_properties *, cl_int *statusOut) {
  return entryReturning(statusOut, [&]() -> cl_mem {
    requireHandle(context, HandleKind::Context);
    // "if no devices in context support pipes"
    throw Error(CL_INVALID_OPERATION);
  });
}

WEFT_ENTRY cl_int clGetPipeInfo(cl_mem, cl_pipe_info, size_t, void *, size_t *) {
  return entry([&] { throw Error(CL_INVALID_MEM_OBJECT); }); // "if pipe is not a valid pipe object"
}
