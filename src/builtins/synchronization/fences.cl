// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.9 Legacy Explicit Memory Fence Functions and 6.15.12.5 Fences. All address
// spaces are host memory, so the flags select nothing; the order is what counts.
#include "builtin.h"

WEFT_BUILTIN void mem_fence(cl_mem_fence_flags flags) { __atomic_thread_fence(__ATOMIC_ACQ_REL); }

WEFT_BUILTIN void read_mem_fence(cl_mem_fence_flags flags) {
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
}

WEFT_BUILTIN void write_mem_fence(cl_mem_fence_flags flags) {
  __atomic_thread_fence(__ATOMIC_RELEASE);
}

WEFT_BUILTIN void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order,
                                         memory_scope scope) {
  __atomic_thread_fence(order);
}
