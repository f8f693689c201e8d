// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared virtual memory: OpenCL 3.0 API 5.6. The device has none yet (CL_DEVICE_SVM_CAPABILITIES is
// 0), and the calls then are invalid operations (appendix H.2).
#include "api/checks/queue.h"

using namespace weft::runtime;

namespace {

/// "if the device associated with command_queue does not support SVM"
cl_int refuseSvmCommand(cl_command_queue queue, const char *entryPoint = __builtin_FUNCTION()) {
  return entry(
      [&] {
        hostQueue(queue);
        throw Error(CL_INVALID_OPERATION);
      },
      entryPoint);
}

} // namespace

// "clSVMAlloc will fail if ... there are no devices in context that support SVM"
WEFT_ENTRY void *clSVMAlloc(cl_context, cl_svm_mem_flags, size_t, cl_uint) { return nullptr; }

// No pointer is one that clSVMAlloc returned, so there is nothing to free.
WEFT_ENTRY void clSVMFree(cl_context, void *) {}

WEFT_ENTRY cl_int clEnqueueSVMFree(cl_command_queue queue, cl_uint, void *[],
                                   void(CL_CALLBACK *)(cl_command_queue, cl_uint, void *[], void *),
                                   void *, cl_uint, const cl_event *, cl_event *) {
  return refuseSvmCommand(queue);
}

WEFT_ENTRY cl_int clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool, void *, const void *, size_t,
                                     cl_uint, const cl_event *, cl_event *) {
  return refuseSvmCommand(queue);
}

WEFT_ENTRY cl_int clEnqueueSVMMemFill(cl_command_queue queue, void *, const void *, size_t, size_t,
                                      cl_uint, const cl_event *, cl_event *) {
  return refuseSvmCommand(queue);
}

WEFT_ENTRY cl_int clEnqueueSVMMap(cl_command_queue queue, cl_bool, cl_map_flags, void *, size_t,
                                  cl_uint, const cl_event *, cl_event *) {
  return refuseSvmCommand(queue);
}

WEFT_ENTRY cl_int clEnqueueSVMUnmap(cl_command_queue queue, void *, cl_uint, const cl_event *,
                                    cl_event *) {
  return refuseSvmCommand(queue);
}

WEFT_ENTRY cl_int clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint, const void **,
                                         const size_t *, cl_mem_migration_flags, cl_uint,
                                         const cl_event *, cl_event *) {
  return refuseSvmCommand(queue);
}

// "if no devices in the context associated with kernel support SVM"
WEFT_ENTRY cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint, const void *) {
  return entry([&] {
    requireHandle(kernel, HandleKind::Kernel);
    throw Error(CL_INVALID_OPERATION);
  });
}
