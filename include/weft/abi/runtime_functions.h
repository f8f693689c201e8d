// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of the driver that compiled kernels call, reached through
// WeftLaunchState::functions.
#pragma once

#include "weft/abi/device_enqueue.h"
#include "weft/abi/launch_state.h"
#include "weft/abi/printf.h"

#ifdef __cplusplus
extern "C" {
#endif

struct WeftKernelDescriptor;

/// All are noexcept and may be called by any work-item at any time. The device-queue functions
/// return the CLK_* codes of OpenCL C 3.0 6.15.19, already reduced to CLK_ENQUEUE_FAILURE where the
/// enclosing program was built without -g.
typedef struct WeftRuntimeFunctions {
  /// OpenCL C 3.0 6.15.14 printf. Returns 0, or -1 if the text could not be written.
  int32_t (*printf)(const WeftLaunchState *launch, const char *format,
                    const WeftPrintfArgument *arguments, uint32_t argumentCount);

  int32_t (*enqueueKernel)(const WeftLaunchState *launch, WeftWorkerState *worker,
                           const WeftEnqueueKernel *request);
  int32_t (*enqueueMarker)(const WeftLaunchState *launch, WeftWorkerState *worker, void *queue,
                           uint32_t waitCount, void *const *waitList, void **eventOut);
  void *(*createUserEvent)(const WeftLaunchState *launch, WeftWorkerState *worker);
  void (*setUserEventStatus)(const WeftLaunchState *launch, WeftWorkerState *worker, void *event,
                             int32_t status);
  void (*retainEvent)(const WeftLaunchState *launch, WeftWorkerState *worker, void *event);
  void (*releaseEvent)(const WeftLaunchState *launch, WeftWorkerState *worker, void *event);
  int32_t (*isValidEvent)(const WeftLaunchState *launch, WeftWorkerState *worker, void *event);
  void (*captureEventProfilingInfo)(const WeftLaunchState *launch, WeftWorkerState *worker,
                                    void *event, uint32_t name, uint64_t *value);
  void *(*defaultQueue)(const WeftLaunchState *launch, WeftWorkerState *worker);
  /// The get_kernel_* queries: largest local size for a block, its preferred multiple, and the
  /// sub-group questions (range may be null for the first two).
  uint32_t (*kernelWorkGroupSize)(const WeftLaunchState *launch,
                                  const struct WeftKernelDescriptor *block);
  uint32_t (*kernelPreferredMultiple)(const WeftLaunchState *launch,
                                      const struct WeftKernelDescriptor *block);
  uint32_t (*kernelMaxSubGroupSize)(const WeftLaunchState *launch,
                                    const struct WeftKernelDescriptor *block,
                                    const WeftNDRange *range);
  uint32_t (*kernelSubGroupCount)(const WeftLaunchState *launch,
                                  const struct WeftKernelDescriptor *block,
                                  const WeftNDRange *range);
} WeftRuntimeFunctions;

#ifdef __cplusplus
}
#endif
