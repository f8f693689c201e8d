// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.16 work_group_broadcast: one work-item writes, all read.
#ifndef SCALAR
#include "builtin.h"
#include "weft_primitives.h"
#define SCALAR_BODY "work_group/broadcast.cl"
#include "for_each_work_group_type.h"
#else

static WEFT_BUILTIN SCALAR from(SCALAR value, bool isSource) {
  if (isSource)
    *(private SCALAR *)__weft_group_accumulator() = value;
  __weft_barrier(0);
  const SCALAR result = *(const private SCALAR *)__weft_group_result();
  __weft_barrier(0);
  return result;
}

WEFT_BUILTIN SCALAR work_group_broadcast(SCALAR value, size_t x) {
  return from(value, __weft_local_id(0) == x);
}

WEFT_BUILTIN SCALAR work_group_broadcast(SCALAR value, size_t x, size_t y) {
  return from(value, __weft_local_id(0) == x && __weft_local_id(1) == y);
}

WEFT_BUILTIN SCALAR work_group_broadcast(SCALAR value, size_t x, size_t y, size_t z) {
  return from(value, __weft_local_id(0) == x && __weft_local_id(1) == y && __weft_local_id(2) == z);
}

#endif
