// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.8. The lanes of a packet go through a kernel together, so there is nobody to
// wait for; what stays is that memory operations keep to their side.
#include "builtin.h"

WEFT_BUILTIN void sub_group_barrier(cl_mem_fence_flags flags) {
  __atomic_thread_fence(__ATOMIC_ACQ_REL);
}

WEFT_BUILTIN void sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  __atomic_thread_fence(__ATOMIC_ACQ_REL);
}
