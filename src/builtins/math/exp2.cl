// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 3 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/exp2.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/exp_near_zero.h"
#include "math/scale.h"

WEFT_MATH GENTYPE MATH(exp2)(GENTYPE x) {
#if BITS == 32
  // Beyond these the result is 0 or infinite. A NaN passes: both comparisons are false.
  x = x > 129.0f ? V(129.0f) : x;
  x = x < -150.0f ? V(-151.0f) : x;
#else
  // As above.
  x = x > 1025.0 ? V(1025.0) : x;
  x = x < -1076.0 ? V(-1076.0) : x;
#endif
  GENTYPE shifted = x + ROUND_TO_INTEGER;
  return scaleByPowerOfTwo(exp2NearZero(x - wholeIn(shifted)), integerIn(shifted));
}

WEFT_BUILTIN GENTYPE exp2(GENTYPE x) { return MATH(exp2)(x); }
#endif
