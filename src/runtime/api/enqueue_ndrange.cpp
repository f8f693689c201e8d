// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches: OpenCL 3.0 API 5.10 Executing Kernels.
#include "api/checks/ndrange.h"
#include "api/checks/queue.h"
#include "api/checks/wait_list.h"
#include "commands/ndrange_command.h"

using namespace weft::runtime;

namespace {

void launch(cl_command_type type, CommandQueue &queue, Kernel &kernel, const NDRange &range,
            const WaitList &after, cl_event *eventOut) {
  auto command = queue.make<NDRangeCommand>(type, kernel, queue.device(), range);
  queue.enqueue(std::move(command), after.events(), eventOut);
}

} // namespace

WEFT_ENTRY cl_int clEnqueueNDRangeKernel(cl_command_queue queueHandle, cl_kernel kernelHandle,
                                         cl_uint workDim, const size_t *globalOffset,
                                         const size_t *globalSize, const size_t *localSize,
                                         cl_uint waitCount, const cl_event *waits,
                                         cl_event *eventOut) {
  return entry([&] {
    auto &queue = hostQueue(queueHandle);
    auto &kernel = object<Kernel>(kernelHandle);
    requireSameContext(queue, kernel);
    WaitList after(queue.context(), waitCount, waits);
    NDRange range = ndRange(queue.device(), kernel, workDim, globalOffset, globalSize, localSize);
    launch(CL_COMMAND_NDRANGE_KERNEL, queue, kernel, range, after, eventOut);
  });
}

WEFT_ENTRY cl_int clEnqueueTask(cl_command_queue queueHandle, cl_kernel kernelHandle,
                                cl_uint waitCount, const cl_event *waits, cl_event *eventOut) {
  return entry([&] {
    auto &queue = hostQueue(queueHandle);
    auto &kernel = object<Kernel>(kernelHandle);
    requireSameContext(queue, kernel);
    WaitList after(queue.context(), waitCount, waits);
    // "clEnqueueTask is equivalent to calling clEnqueueNDRangeKernel with work_dim set to 1,
    // global_work_offset set to NULL, global_work_size[0] set to 1, and local_work_size[0] set to
    // 1"
    size_t one = 1;
    NDRange range = ndRange(queue.device(), kernel, 1, nullptr, &one, &one);
    launch(CL_COMMAND_TASK, queue, kernel, range, after, eventOut);
  });
}
