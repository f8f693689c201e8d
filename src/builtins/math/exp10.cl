// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 3 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/exp10.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/scale.h"

WEFT_MATH GENTYPE MATH(exp10)(GENTYPE x) {
#if BITS == 32
  // Beyond these the result is 0 or infinite. A NaN passes: both comparisons are false.
  x = x > 38.6f ? V(38.6f) : x;
  x = x < -45.3f ? V(-45.3f) : x;
  // 10^x = 2^n e^r with n = rint(x log2(10)), which adding 1.5 * 2^23 leaves in the low bits.
  GENTYPE shifted = MAD(x, V(0x1.a934fp+1f), V(0x1.8p+23f));
  VECTOR(INT) n = AS_INT(shifted) - 0x4b400000;
  GENTYPE whole =
      HAS_EXPONENT_INSTRUCTIONS ? TO_FLOAT(n) : shifted - 0x1.8p+23f; // ldexp converts n again
  GENTYPE t = MAD(whole, V(-0x1.344p-2f), x); // log10(2), whose first part has few bits
  t = MAD(whole, V(-0x1.3509f8p-18f), t);
  GENTYPE r = t * 0x1.26bb1cp+1f; // ln(10)
  // Sollya: fpminimax(exp(x), [|0,...,6|], [|1,1,SG...|], [-log(2)/2;log(2)/2], relative)
  GENTYPE p = V(0x1.68510ap-10f);
  p = MAD(p, r, V(0x1.123bdp-7f));
  p = MAD(p, r, V(0x1.555b98p-5f));
  p = MAD(p, r, V(0x1.55548ep-3f));
  p = MAD(p, r, V(0x1.fffff8p-2f));
  p = MAD(p, r, V(1.0f));
  p = MAD(p, r, V(1.0f));
  return scaleByPowerOfTwo(p, n);
#else
  // As above.
  x = x > 309.0 ? V(309.0) : x;
  x = x < -324.5 ? V(-324.5) : x;
  GENTYPE shifted = MAD(x, V(0x1.a934f0979a371p+1), V(0x1.8p+52));
  VECTOR(INT) n = AS_INT(shifted) - 0x4338000000000000;
  GENTYPE whole = shifted - 0x1.8p+52;
  GENTYPE t = MAD(whole, V(-0x1.34413509f8p-2), x);
  t = MAD(whole, V(0x1.80433b83b532ap-44), t);
  GENTYPE r = t * 0x1.26bb1bbb55516p+1;
  // Sollya: fpminimax(exp(x), [|0,...,11|], [|1,1,D...|], [-log(2)/2;log(2)/2], relative)
  GENTYPE p = MAD(r, V(0x1.ade16d03eeda4p-26), V(0x1.28af4645c86c8p-22));
  p = MAD(p, r, V(0x1.71dee61e21325p-19));
  p = MAD(p, r, V(0x1.a01997c296aa7p-16));
  p = MAD(p, r, V(0x1.a01a014761d7bp-13));
  p = MAD(p, r, V(0x1.6c16c1852d3c4p-10));
  p = MAD(p, r, V(0x1.1111111122326p-7));
  p = MAD(p, r, V(0x1.555555555029cp-5));
  p = MAD(p, r, V(0x1.5555555555511p-3));
  p = MAD(p, r, V(0x1.000000000000bp-1));
  p = MAD(p, r, V(0x1p+0));
  p = MAD(p, r, V(0x1p+0));
  return scaleByPowerOfTwo(p, n);
#endif
}

WEFT_BUILTIN GENTYPE exp10(GENTYPE x) { return MATH(exp10)(x); }
#endif
