// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.11. The stride belongs to the global side and counts elements. See
// async_work_group_copy.cl for who copies and when.
#ifndef GENTYPE
#include "builtin.h"
#include "weft_primitives.h"
#define GENTYPE_BODY "async_copy/async_work_group_strided_copy.cl"
#include "for_each_gentype.h"
#else

WEFT_BUILTIN event_t async_work_group_strided_copy(local GENTYPE *to, const global GENTYPE *from,
                                                   size_t count, size_t fromStride, event_t event) {
  if ((__weft_local_id(0) | __weft_local_id(1) | __weft_local_id(2)) == 0)
    for (size_t i = 0; i < count; ++i)
      to[i] = from[i * fromStride];
  return event;
}

WEFT_BUILTIN event_t async_work_group_strided_copy(global GENTYPE *to, const local GENTYPE *from,
                                                   size_t count, size_t toStride, event_t event) {
  if ((__weft_local_id(0) | __weft_local_id(1) | __weft_local_id(2)) == 0)
    for (size_t i = 0; i < count; ++i)
      to[i * toStride] = from[i];
  return event;
}
#endif
