// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.11 Async Copies from Global to Local Memory, Local to Global Memory, and
// Prefetch. A work-group runs on one thread, so the copy is done at once: as one block by its first
// work-item. The event that is passed in is the event that comes back; waiting for it is a barrier.
#ifndef GENTYPE
#include "builtin.h"
#include "weft_primitives.h"
#define GENTYPE_BODY "async_copy/async_work_group_copy.cl"
#include "for_each_gentype.h"
#elif !defined(TO)
#define TO local
#define FROM global
#include "async_copy/async_work_group_copy.cl"
#undef TO
#undef FROM
#define TO global
#define FROM local
#include "async_copy/async_work_group_copy.cl"
#undef TO
#undef FROM
#else

WEFT_BUILTIN event_t async_work_group_copy(TO GENTYPE *to, const FROM GENTYPE *from, size_t count,
                                           event_t event) {
  if ((__weft_local_id(0) | __weft_local_id(1) | __weft_local_id(2)) == 0)
    __builtin_memcpy(to, from, count * sizeof(GENTYPE));
  return event;
}

#endif
