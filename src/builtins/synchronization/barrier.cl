// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.8 Synchronization Functions. The primitive makes memory consistent within the
// work-group; a wider scope adds a fence that other threads of the host can see.
#include "builtin.h"
#include "weft_primitives.h"

WEFT_BUILTIN void barrier(cl_mem_fence_flags flags) { __weft_barrier(flags); }

WEFT_BUILTIN void work_group_barrier(cl_mem_fence_flags flags) { __weft_barrier(flags); }

WEFT_BUILTIN void work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  // On both sides: what this work-item wrote is out before another one can pass, and what it reads
  // afterwards is not read early.
  if (scope == memory_scope_device || scope == memory_scope_all_svm_devices) {
    __atomic_thread_fence(__ATOMIC_ACQ_REL);
    __weft_barrier(flags);
    __atomic_thread_fence(__ATOMIC_ACQ_REL);
  } else {
    __weft_barrier(flags);
  }
}
