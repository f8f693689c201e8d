// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_suggested_local_work_size: the local size the driver would choose.
#include "api/checks/ndrange.h"
#include "api/checks/queue.h"

using namespace weft::runtime;

WEFT_ENTRY cl_int clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue queueHandle,
                                                       cl_kernel kernelHandle, cl_uint workDim,
                                                       const size_t *globalOffset,
                                                       const size_t *globalSize,
                                                       size_t *suggestedLocalSize) {
  return entry([&] {
    auto &queue = hostQueue(queueHandle);
    auto &kernel = object<Kernel>(kernelHandle);
    requireSameContext(queue, kernel);
    // "CL_INVALID_VALUE if suggested_local_work_size is NULL"
    throwIf(!suggestedLocalSize, CL_INVALID_VALUE);
    // "These error conditions are consistent with error conditions for clEnqueueNDRangeKernel": of
    // arguments that are not set, for one.
    LaunchArguments arguments;
    kernel.captureArguments(queue.device(), arguments);
    NDRange range = ndRange(queue.device(), kernel, workDim, globalOffset, globalSize, nullptr);
    // "CL_INVALID_GLOBAL_WORK_SIZE if ... any of the values specified in global_work_size are 0"
    throwIf(range.isEmpty(), CL_INVALID_GLOBAL_WORK_SIZE);
    for (cl_uint i = 0; i < workDim; ++i)
      suggestedLocalSize[i] = range.localSize[i];
  });
}
