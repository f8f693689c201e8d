// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.11. The copies are done by the work-group's own thread, so that all work-items
// have come here is all there is to wait for.
#include "builtin.h"
#include "weft_primitives.h"

WEFT_BUILTIN void wait_group_events(int count, private event_t *events) {
  __weft_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

WEFT_BUILTIN void wait_group_events(int count, generic event_t *events) {
  __weft_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
