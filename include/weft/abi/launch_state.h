// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What compiled kernels see of the driver while they run. Plain C, fixed layout: generated code
// addresses the fields by offset, so a change here is a change of WEFT_ABI_VERSION.
//
// Kernel objects import no symbol of the driver (an ICD loader opens it with RTLD_LOCAL, and the
// direct-link library has another name): everything is reached through these two structures.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct WeftRuntimeFunctions;

/// Of every memory that a kernel is handed, in bytes: that of long16 and double16, the largest
/// types.
#define WEFT_MEMORY_ALIGNMENT 128

/// One launch of one kernel over one ND-range: the same for all threads, constant while it runs.
typedef struct WeftLaunchState {
  /// The argument block: each argument at the offset its signature gives, naturally aligned
  /// (a 3-component vector as 4). A pointer to global or constant memory is the address itself;
  /// a pointer to local memory is a byte offset into WeftWorkerState::localMemory; a structure lies
  /// in the block by value; queue_t, clk_event_t, image, sampler and pipe arguments are one
  /// pointer. The block is aligned to WEFT_MEMORY_ALIGNMENT.
  const unsigned char *arguments;
  /// Program-scope variables of the program object (WeftModuleDescriptor::programScopeBytes).
  unsigned char *programScope;
  const struct WeftRuntimeFunctions *functions;
  /// The runtime's own command; opaque to kernels.
  void *command;
  uint64_t globalOffset[3];
  uint64_t globalSize[3];
  /// The enqueued local size. The last work-group of a dimension is smaller where localSize does
  /// not divide globalSize (non-uniform work-groups). Unused dimensions have size 1, offset 0.
  uint64_t localSize[3];
  /// ceil(globalSize / localSize).
  uint64_t groupCount[3];
  /// 1, 2 or 3: get_work_dim().
  uint32_t workDim;
  uint32_t reserved;
} WeftLaunchState;

/// What belongs to the thread that runs work-groups: scratch memory that the runtime reserved
/// before the call, at least as large as the variant's descriptor asks for this local size.
typedef struct WeftWorkerState {
  /// Local memory of the work-group: WeftKernelDescriptor::localBytes for the kernel's own
  /// variables first, then the local arguments. Aligned to WEFT_MEMORY_ALIGNMENT; contents
  /// undefined at entry.
  unsigned char *localMemory;
  uint64_t localBytes;
  /// Private memory that is not on the stack: privateBytesPerGroup, then privateBytesPerItem for
  /// each work-item (local size rounded up to a multiple of packetWidth). Aligned to
  /// WEFT_MEMORY_ALIGNMENT.
  unsigned char *privateMemory;
  uint64_t privateBytes;
  /// The thread's stack, so that to_private() can recognise addresses in it.
  unsigned char *stackBegin;
  unsigned char *stackEnd;
  /// The runtime's own; opaque to kernels.
  void *executor;
} WeftWorkerState;

/// Runs the work-groups [firstGroup, endGroup), linear ids with dimension 0 fastest. One call runs
/// a range, so that set-up is paid once. Never throws, never blocks.
typedef void (*WeftWorkGroupFunction)(const WeftLaunchState *launch, WeftWorkerState *worker,
                                      uint64_t firstGroup, uint64_t endGroup);

#ifdef __cplusplus
}
#endif
