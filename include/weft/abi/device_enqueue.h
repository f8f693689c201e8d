// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What enqueue_kernel hands to the runtime (OpenCL C 3.0 6.15.19 Enqueuing Kernels).
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct WeftKernelDescriptor;

/// ndrange_t: the layout that Clang's opencl-c-base.h gives it. A local size of 0 leaves the choice
/// to the driver.
typedef struct WeftNDRange {
  uint32_t workDim;
  uint64_t globalOffset[3];
  uint64_t globalSize[3];
  uint64_t localSize[3];
} WeftNDRange;

/// kernel_enqueue_flags_t.
enum WeftEnqueueFlags {
  WEFT_ENQUEUE_NO_WAIT = 0,
  WEFT_ENQUEUE_WAIT_KERNEL = 1,
  WEFT_ENQUEUE_WAIT_WORK_GROUP = 2,
};

typedef struct WeftEnqueueKernel {
  void *queue; ///< a queue_t; null is CLK_INVALID_QUEUE
  const WeftNDRange *range;
  const struct WeftKernelDescriptor *block;
  /// The block literal with its captures; the callee copies literalBytes of it.
  const void *literal;
  uint32_t literalBytes;
  uint32_t literalAlignment;
  /// Bytes of each local-memory argument.
  const uint64_t *localSizes;
  uint32_t localCount;
  uint32_t flags; ///< a WeftEnqueueFlags
  uint32_t waitCount;
  uint32_t reserved;
  void *const *waitList;
  void **eventOut; ///< null where no event is asked for
} WeftEnqueueKernel;

#ifdef __cplusplus
}
#endif
