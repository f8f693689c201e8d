// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// float and double to half, in every rounding mode. For the stores of vector_data.
#ifndef GENTYPE
#ifndef WEFT_TO_HALF
#define WEFT_TO_HALF
#include "conversion/directed_rounding.h"
#pragma push_macro("GENTYPE_BODY")
#undef GENTYPE_BODY
#define GENTYPE_BODY "conversion/to_half.h"
#include "for_each_float_gentype.h"
#pragma pop_macro("GENTYPE_BODY")
#endif
#else

WEFT_HELPER VECTOR(half) toHalf_rte(GENTYPE x) {
#if BITS == 64
  // By way of float, rounded to odd: what is left of the last bits then decides as in one rounding.
  // Processors convert float, while double would be a call for each component.
  VECTOR(float) nearest = CAST(x, float);
  GENTYPE back = CAST(nearest, double);
  VECTOR(float) truncated = towardZero(nearest, CAST(back > x, int), CAST(back < x, int));
  VECTOR(int) inexact = CAST(back != x, int);
  VECTOR(int) bits = __builtin_astype(truncated, VECTOR(int));
  return CAST(__builtin_astype((VECTOR(int))(inexact ? bits | 1 : bits), VECTOR(float)), half);
#else
  return CAST(x, half);
#endif
}

WEFT_HELPER VECTOR(half) toHalf(GENTYPE x) { return toHalf_rte(x); }

WEFT_HELPER VECTOR(half) toHalf_rtz(GENTYPE x) {
  VECTOR(half) nearest = toHalf_rte(x);
  GENTYPE back = CAST(nearest, SCALAR);
  return towardZero(nearest, CAST(back > x, short), CAST(back < x, short));
}

WEFT_HELPER VECTOR(half) toHalf_rtp(GENTYPE x) {
  VECTOR(half) nearest = toHalf_rte(x);
  return upward(nearest, CAST(CAST(nearest, SCALAR) < x, short));
}

WEFT_HELPER VECTOR(half) toHalf_rtn(GENTYPE x) {
  VECTOR(half) nearest = toHalf_rte(x);
  return downward(nearest, CAST(CAST(nearest, SCALAR) > x, short));
}
#endif
