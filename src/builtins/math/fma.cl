// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Correctly rounded.
#ifndef GENTYPE
#include "math/math.h"
#include "math/soft_fma.h"
#define GENTYPE_BODY "math/fma.cl"
#include "for_each_float_gentype.h"
#elif WIDTH == 3
#define PADDED WEFT_MATH_NAME(fma, BITS, x4)
__attribute__((const, nothrow)) WEFT_JOIN(SCALAR, 4)
    PADDED(WEFT_JOIN(SCALAR, 4), WEFT_JOIN(SCALAR, 4), WEFT_JOIN(SCALAR, 4));

WEFT_BUILTIN GENTYPE fma(GENTYPE a, GENTYPE b, GENTYPE c) {
  return HAS_FMA ? FMA(a, b, c) : PADDED(a.xyzz, b.xyzz, c.xyzz).xyz;
}
#undef PADDED
#else
/// For processors that cannot do it in one instruction.
WEFT_MATH GENTYPE MATH(fma)(GENTYPE a, GENTYPE b, GENTYPE c) {
#if BITS == 32
  // The product is exact in double. The sum is rounded to odd, so that rounding it again to float
  // rounds as if once.
  typedef VECTOR(double) Double;
  typedef VECTOR(long) Long;
  Double product = CAST(a, double) * CAST(b, double);
  Double addend = CAST(c, double);
  Double sum = product + addend;
  Double rounded = sum - product;
  Double error = (product - (sum - rounded)) + (addend - rounded);
  Long bits = __builtin_astype(sum, Long);
  Long away = (bits ^ __builtin_astype(error, Long)) < (Long)0 ? (Long)-1 : (Long)1;
  Long odd = bits + ((bits & 1) == (Long)0 ? away : (Long)0);
  // Without an error, or where it is a NaN because something is infinite, the sum stands.
  Double fixed = error < 0.0 || error > 0.0 ? __builtin_astype(odd, Double) : sum;
  return CAST(fixed, float);
#elif WIDTH == 1
  return softFma(a, b, c);
#else
  GENTYPE result;
  for (int i = 0; i < WIDTH; ++i)
    result[i] = softFma(a[i], b[i], c[i]);
  return result;
#endif
}

WEFT_BUILTIN GENTYPE fma(GENTYPE a, GENTYPE b, GENTYPE c) {
  return HAS_FMA ? FMA(a, b, c) : MATH(fma)(a, b, c);
}
#endif
