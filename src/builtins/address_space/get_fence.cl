// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.10 Address Space Qualifier Functions. Private memory needs no fence.
#include "builtin.h"
#include "weft_primitives.h"

WEFT_BUILTIN cl_mem_fence_flags get_fence(generic void *pointer) {
  return __weft_to_local(pointer)    ? CLK_LOCAL_MEM_FENCE
         : __weft_to_global(pointer) ? CLK_GLOBAL_MEM_FENCE
                                     : 0;
}

WEFT_BUILTIN cl_mem_fence_flags get_fence(const generic void *pointer) {
  return get_fence((generic void *)pointer);
}
