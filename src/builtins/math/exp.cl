// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 3 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/exp.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/exp_near_zero.h"
#include "math/scale.h"

WEFT_MATH GENTYPE MATH(exp)(GENTYPE x) {
#if BITS == 32
  // Beyond these the result is 0 or infinite. A NaN passes: both comparisons are false.
  x = x > 89.0f ? V(89.0f) : x;
  x = x < -104.0f ? V(-104.0f) : x;
  // x = n ln2 + r.
  GENTYPE shifted = MAD(x, V(0x1.715476p+0f), V(ROUND_TO_INTEGER));
  GENTYPE whole = wholeIn(shifted);
  GENTYPE r = MAD(whole, V(-0x1.62e4p-1f), x);
  r = MAD(whole, V(-0x1.7f7d1cp-20f), r);
  return scaleByPowerOfTwo(expNearZero(r), integerIn(shifted));
#else
  // As above.
  x = x > 710.0 ? V(710.0) : x;
  x = x < -746.0 ? V(-746.0) : x;
  GENTYPE shifted = MAD(x, V(0x1.71547652b82fep+0), V(ROUND_TO_INTEGER));
  GENTYPE whole = wholeIn(shifted);
  GENTYPE r = MAD(whole, V(-0x1.62e42fefap-1), x);
  r = MAD(whole, V(-0x1.cf79abc9e3b3ap-40), r);
  return scaleByPowerOfTwo(expNearZero(r), integerIn(shifted));
#endif
}

WEFT_BUILTIN GENTYPE exp(GENTYPE x) { return MATH(exp)(x); }
#endif
