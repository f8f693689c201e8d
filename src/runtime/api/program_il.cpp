// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Intermediate-language programs and their constructors: OpenCL 3.0 API 5.8.1, 5.8.3. No device
// takes an intermediate language yet (CL_DEVICE_IL_VERSION is empty).
#include "api/entry.h"

using namespace weft::runtime;

WEFT_ENTRY cl_program clCreateProgramWithIL(cl_context context, const void *, size_t,
                                            cl_int *statusOut) {
  return entryReturning(statusOut, [&]() -> cl_program {
    requireHandle(context, HandleKind::Context);
    // "if no devices in context support intermediate language programs"
    throw Error(CL_INVALID_OPERATION);
  });
}

WEFT_ENTRY cl_int clSetProgramSpecializationConstant(cl_program program, cl_uint, size_t,
                                                     const void *) {
  return entry([&] {
    requireHandle(program, HandleKind::Program);
    // "if no devices associated with program support intermediate language programs"
    throw Error(CL_INVALID_OPERATION);
  });
}

WEFT_ENTRY cl_int clSetProgramReleaseCallback(cl_program program,
                                              void(CL_CALLBACK *callback)(cl_program, void *),
                                              void *) {
  return entry([&] {
    requireHandle(program, HandleKind::Program);
    throwIf(!callback, CL_INVALID_VALUE); // "if pfn_notify is NULL"
    // "if no devices in context support program initialization and clean-up kernels"
    throw Error(CL_INVALID_OPERATION);
  });
}
