// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.4.3 Explicit Conversions. To the nearest where no mode is given; integers with no
// more bits than the significand convert exactly.
#ifndef FROM
#include "builtin.h"
#include "conversion/convert_name.h"
#include "conversion/directed_rounding.h"
#define FROM_BODY "conversion/integer_to_float.cl"
#define GENTYPE_BODY "conversion/integer_to_float.cl"
#include "conversion/for_each_integer_source.h"
#elif !defined(GENTYPE)
#include "for_each_float_gentype.h"
#else

WEFT_BUILTIN GENTYPE CONVERT()(VECTOR(FROM) x) { return CAST(x, SCALAR); }
WEFT_BUILTIN GENTYPE CONVERT(_rte)(VECTOR(FROM) x) { return CAST(x, SCALAR); }

#if FROM_BITS < BITS || FROM_BITS < 32
WEFT_BUILTIN GENTYPE CONVERT(_rtz)(VECTOR(FROM) x) { return CAST(x, SCALAR); }
WEFT_BUILTIN GENTYPE CONVERT(_rtp)(VECTOR(FROM) x) { return CAST(x, SCALAR); }
WEFT_BUILTIN GENTYPE CONVERT(_rtn)(VECTOR(FROM) x) { return CAST(x, SCALAR); }
#elif FROM_BITS == 32
// Compared as double, which holds every 32-bit integer.
WEFT_BUILTIN GENTYPE CONVERT(_rtz)(VECTOR(FROM) x) {
  GENTYPE nearest = CAST(x, SCALAR);
  VECTOR(double) back = CAST(nearest, double);
  VECTOR(double) exact = CAST(x, double);
  return towardZero(nearest, CAST(back > exact, INT), CAST(back < exact, INT));
}
WEFT_BUILTIN GENTYPE CONVERT(_rtp)(VECTOR(FROM) x) {
  GENTYPE nearest = CAST(x, SCALAR);
  return upward(nearest, CAST(CAST(nearest, double) < CAST(x, double), INT));
}
WEFT_BUILTIN GENTYPE CONVERT(_rtn)(VECTOR(FROM) x) {
  GENTYPE nearest = CAST(x, SCALAR);
  return downward(nearest, CAST(CAST(nearest, double) > CAST(x, double), INT));
}
#else
// Compared as integers. The nearest number can be 2^63 (or 2^64), which is no integer of the type:
// it is above all of them, and a zero stands in for it where the cast would be undefined.
#if FROM_SIGNED
#define LIMIT ((GENTYPE)(SCALAR)0x1p63)
#else
#define LIMIT ((GENTYPE)(SCALAR)0x1p64)
#endif
WEFT_BUILTIN GENTYPE CONVERT(_rtz)(VECTOR(FROM) x) {
  GENTYPE nearest = CAST(x, SCALAR);
  VECTOR(INT) over = nearest >= LIMIT;
  VECTOR(FROM) back = CAST(over ? (GENTYPE)(SCALAR)0 : nearest, FROM);
  return towardZero(nearest, over | CAST(back > x, INT), ~over & CAST(back < x, INT));
}
WEFT_BUILTIN GENTYPE CONVERT(_rtp)(VECTOR(FROM) x) {
  GENTYPE nearest = CAST(x, SCALAR);
  VECTOR(INT) over = nearest >= LIMIT;
  VECTOR(FROM) back = CAST(over ? (GENTYPE)(SCALAR)0 : nearest, FROM);
  return upward(nearest, ~over & CAST(back < x, INT));
}
WEFT_BUILTIN GENTYPE CONVERT(_rtn)(VECTOR(FROM) x) {
  GENTYPE nearest = CAST(x, SCALAR);
  VECTOR(INT) over = nearest >= LIMIT;
  VECTOR(FROM) back = CAST(over ? (GENTYPE)(SCALAR)0 : nearest, FROM);
  return downward(nearest, over | CAST(back > x, INT));
}
#undef LIMIT
#endif
#endif
