// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel object (a shared object made by weftc) exports: one symbol, weft_module, through
// which the runtime finds its kernels. Names of arguments and the like, which only queries need,
// travel beside the object in a KernelSignature.
#pragma once

#include "weft/abi/launch_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How work-items are laid on the lanes of a packet.
enum WeftPacking {
  WEFT_PACK_X = 0,      ///< lanes run along local id 0; a row of x ends with a partial packet
  WEFT_PACK_LINEAR = 1, ///< lanes run along the linear local id (sub-groups, small x extents)
  WEFT_PACK_Y = 2,      ///< lanes run along local id 1
  WEFT_PACK_Z = 3,      ///< lanes run along local id 2
};

/// One compiled form of a kernel. All variants of a kernel compute the same; the launch picks the
/// one that wastes the fewest lanes for its local size.
typedef struct WeftKernelVariant {
  WeftWorkGroupFunction run;
  /// Work-items per packet, 1 if the variant is not vectorised. Kernels that use sub-groups have
  /// one width in all variants, their sub-group size.
  uint32_t packetWidth;
  uint32_t packing; ///< a WeftPacking
  /// Bytes of WeftWorkerState::privateMemory: once for the work-group, and for each work-item.
  uint64_t privateBytesPerGroup;
  uint64_t privateBytesPerItem;
  /// The only local size the variant is right for; 0s where any will do.
  uint32_t requiredLocalSize[3];
  uint32_t reserved;
} WeftKernelVariant;

typedef struct WeftKernelDescriptor {
  const char *name;
  const WeftKernelVariant *variants; ///< the first one is right for every launch
  uint32_t variantCount;
  uint32_t flags; ///< WeftKernelFlags
  uint64_t argumentBytes;
  /// Local variables of the kernel and its callees; local arguments are placed behind them, each
  /// aligned to WEFT_MEMORY_ALIGNMENT.
  uint64_t localBytes;
  uint32_t requiredLocalSize[3]; ///< reqd_work_group_size, or 0s
  /// Work-items of a sub-group, but for a work-group's last one; 1 if the kernel is not vectorised.
  uint32_t subGroupSize;
  /// For a block that enqueue_kernel launches: how many of its arguments are pointers to local
  /// memory. Argument 0 is then the address of the block literal, and argument i >= 1 the offset of
  /// a local argument, each in an 8-byte slot.
  uint32_t blockLocalArguments;
  uint32_t reserved;
} WeftKernelDescriptor;

enum WeftKernelFlags {
  WEFT_KERNEL_USES_BARRIER = 1u << 0,
  WEFT_KERNEL_ENQUEUES = 1u << 1,       ///< may call the device-queue functions
  WEFT_KERNEL_PRINTS = 1u << 2,         ///< may call printf
  WEFT_KERNEL_IS_BLOCK = 1u << 3,       ///< not visible to clCreateKernel
  WEFT_KERNEL_DEBUG_ERRORS = 1u << 4,   ///< built with -g: enqueue_kernel returns particular errors
  WEFT_KERNEL_UNIFORM_GROUPS = 1u << 5, ///< -cl-uniform-work-group-size, or CL1.x rules
};

typedef struct WeftModuleDescriptor {
  uint32_t abiVersion;
  uint32_t kernelCount;
  const WeftKernelDescriptor *const *kernels;
  /// Memory for program-scope variables, owned by the program object; 0 if there are none.
  uint64_t programScopeBytes;
  uint64_t programScopeAlignment;
  /// Writes the initial values into it; null if there is nothing to write. Called once after load.
  void (*initializeProgramScope)(unsigned char *programScope);
} WeftModuleDescriptor;

#define WEFT_MODULE_SYMBOL "weft_module"

#ifdef __cplusplus
}
#endif
