// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ND-range checks, each under the sentence of clEnqueueNDRangeKernel that asks for it.
#include "api/checks/ndrange.h"
#include "commands/ndrange_command.h"
#include "scheduler/local_size.h"
#include "scheduler/worker_memory.h"
#include "support/error.h"

#include <algorithm>

namespace weft::runtime {
namespace {

void requireLocalSize(const Device &, const Kernel &kernel, const WeftKernelDescriptor &descriptor,
                      const NDRange &range) {
  // "CL_INVALID_WORK_GROUP_SIZE if local_work_size is specified and does not match the required
  // work-group size for kernel in the program source"
  if (descriptor.requiredLocalSize[0])
    throwIf(!std::equal(range.localSize, range.localSize + 3, descriptor.requiredLocalSize,
                        [](std::uint64_t a, std::uint32_t b) { return a == b; }),
            CL_INVALID_WORK_GROUP_SIZE);
  std::uint64_t items = 1;
  for (unsigned i = 0; i < 3; ++i) {
    std::uint64_t size = range.localSize[i];
    throwIf(!size, CL_INVALID_WORK_GROUP_SIZE);
    // "CL_INVALID_WORK_ITEM_SIZE if the number of work-items specified in any of local_work_size[0]
    // ... is greater than the corresponding values specified by CL_DEVICE_MAX_WORK_ITEM_SIZES"
    throwIf(size > Device::kMaxWorkGroupSize, CL_INVALID_WORK_ITEM_SIZE);
    items *= size;
  }
  // "if the total number of work-items in the work-group computed as local_work_size[0] x ... is
  // greater than the value specified by CL_KERNEL_WORK_GROUP_SIZE"
  std::uint32_t limit = kernel.signature().maxLocalSize;
  throwIf(items > (limit ? limit : Device::kMaxWorkGroupSize), CL_INVALID_WORK_GROUP_SIZE);
  // "if the work-group size must be uniform and the local_work_size is [...] such that
  // global_work_size is not evenly divisible"
  if (descriptor.flags & WEFT_KERNEL_UNIFORM_GROUPS)
    for (unsigned i = 0; i < 3; ++i)
      throwIf(range.globalSize[i] % range.localSize[i], CL_INVALID_WORK_GROUP_SIZE);
}

} // namespace

NDRange ndRange(const Device &device, const Kernel &kernel, cl_uint workDim,
                const size_t *globalOffset, const size_t *globalSize, const size_t *localSize) {
  const WeftKernelDescriptor &descriptor = kernel.descriptor(device);
  // "CL_INVALID_WORK_DIMENSION if work_dim is not a valid value"
  throwIf(workDim < 1 || workDim > Device::kMaxDimensions, CL_INVALID_WORK_DIMENSION);
  // "If global_work_size is NULL, or the value in any passed dimension is 0 then the kernel command
  // will trivially succeed" (both were errors before OpenCL 2.1).
  const size_t nothing[Device::kMaxDimensions] = {};
  if (!globalSize)
    globalSize = nothing;
  NDRange range;
  range.workDim = workDim;
  std::uint64_t total = 1;
  bool isTotalTooLarge = false;
  for (unsigned i = 0; i < workDim; ++i) {
    range.globalSize[i] = globalSize[i];
    range.globalOffset[i] = globalOffset ? globalOffset[i] : 0;
    range.localSize[i] = localSize ? localSize[i] : 1;
    // "CL_INVALID_GLOBAL_OFFSET if the value specified in global_work_size + the corresponding
    // values in global_work_offset for any dimensions is greater than the maximum value
    // representable by size_t"
    std::uint64_t end;
    throwIf(__builtin_add_overflow(range.globalSize[i], range.globalOffset[i], &end),
            CL_INVALID_GLOBAL_OFFSET);
    isTotalTooLarge |= __builtin_mul_overflow(total, range.globalSize[i], &total);
  }
  // Linear ids are 64 bits.
  throwIf(isTotalTooLarge && !range.isEmpty(), CL_INVALID_GLOBAL_WORK_SIZE);
  if (!localSize) {
    std::uint32_t limit = kernel.signature().maxLocalSize;
    LocalSizeLimits limits{
        limit ? limit : Device::kMaxWorkGroupSize,
        {Device::kMaxWorkGroupSize, Device::kMaxWorkGroupSize, Device::kMaxWorkGroupSize},
        device.computeUnits()};
    chooseLocalSize(descriptor, limits, range);
  }
  requireLocalSize(device, kernel, descriptor, range);
  // "CL_OUT_OF_RESOURCES if there is a failure to queue the execution instance of kernel on the
  // command-queue because of insufficient resources needed to execute the kernel"
  throwIf(privateBytesFor(chooseVariant(descriptor, range.localSize), range.localSize) >
              WorkerMemory::kMaxPrivateBytes,
          CL_OUT_OF_RESOURCES);
  return range;
}

} // namespace weft::runtime
