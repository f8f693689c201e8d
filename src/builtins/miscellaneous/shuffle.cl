// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.13 Miscellaneous Vector Functions. The low bits of a mask component choose a
// component of x. With a constant mask the unrolled loop simplifies to one shuffle.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "miscellaneous/shuffle.cl"
#define WEFT_VECTORS_ONLY
#include "for_each_gentype.h"
#elif WIDTH != 3 && !defined(SOURCE)
#define SOURCE_TYPE(width) WEFT_SOURCE(SCALAR, width)
#define WEFT_SOURCE(scalar, width) WEFT_SOURCE_JOIN(scalar, width)
#define WEFT_SOURCE_JOIN(scalar, width) scalar##width
#define SOURCE 2
#include "miscellaneous/shuffle.cl"
#undef SOURCE
#define SOURCE 4
#include "miscellaneous/shuffle.cl"
#undef SOURCE
#define SOURCE 8
#include "miscellaneous/shuffle.cl"
#undef SOURCE
#define SOURCE 16
#include "miscellaneous/shuffle.cl"
#undef SOURCE
#elif WIDTH != 3

WEFT_BUILTIN GENTYPE shuffle(SOURCE_TYPE(SOURCE) x, VECTOR(UINT) mask) {
  GENTYPE result;
#pragma unroll
  for (int i = 0; i < WIDTH; ++i)
    result[i] = x[mask[i] & (SOURCE - 1)];
  return result;
}

WEFT_BUILTIN GENTYPE shuffle2(SOURCE_TYPE(SOURCE) x, SOURCE_TYPE(SOURCE) y, VECTOR(UINT) mask) {
  GENTYPE result;
#pragma unroll
  for (int i = 0; i < WIDTH; ++i) {
    SCALAR fromX = x[mask[i] & (SOURCE - 1)];
    SCALAR fromY = y[mask[i] & (SOURCE - 1)];
    result[i] = (mask[i] & SOURCE) == 0 ? fromX : fromY;
  }
  return result;
}
#endif
