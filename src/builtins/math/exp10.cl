// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 3 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/exp10.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/exp_near_zero.h"
#include "math/scale.h"

WEFT_MATH GENTYPE MATH(exp10)(GENTYPE x) {
#if BITS == 32
  // Beyond these the result is 0 or infinite. A NaN passes: both comparisons are false.
  x = x > 38.6f ? V(38.6f) : x;
  x = x < -45.3f ? V(-45.3f) : x;
  // 10^x = 2^n e^r with n = rint(x log2(10)).
  GENTYPE shifted = MAD(x, V(0x1.a934fp+1f), V(ROUND_TO_INTEGER));
  GENTYPE whole = wholeIn(shifted);
  GENTYPE t = MAD(whole, V(-0x1.344p-2f), x); // log10(2), whose first part has few bits
  t = MAD(whole, V(-0x1.3509f8p-18f), t);
  GENTYPE r = t * 0x1.26bb1cp+1f; // ln(10)
  return scaleByPowerOfTwo(expNearZero(r), integerIn(shifted));
#else
  // As above.
  x = x > 309.0 ? V(309.0) : x;
  x = x < -324.5 ? V(-324.5) : x;
  GENTYPE shifted = MAD(x, V(0x1.a934f0979a371p+1), V(ROUND_TO_INTEGER));
  GENTYPE whole = wholeIn(shifted);
  GENTYPE t = MAD(whole, V(-0x1.34413509f8p-2), x);
  t = MAD(whole, V(0x1.80433b83b532ap-44), t);
  GENTYPE r = t * 0x1.26bb1bbb55516p+1;
  return scaleByPowerOfTwo(expNearZero(r), integerIn(shifted));
#endif
}

WEFT_BUILTIN GENTYPE exp10(GENTYPE x) { return MATH(exp10)(x); }
#endif
