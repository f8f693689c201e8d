// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 16 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/pow.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"
#include "math/scale.h"

#include "math/low_precision.h"
#include "math/power.h"
#include "math/power_double.h"

WEFT_MATH GENTYPE MATH(pow)(GENTYPE x, GENTYPE y) {
#if BITS == 32
  GENTYPE result = exp2OfDouble(CAST(y, double) * log2AsDouble(ABS(x)));
  // Of integers, those of magnitude 2^24 and more are even.
  BOOLEAN integer = RINT(y) == y;
  GENTYPE halves = y * 0.5f;
  BOOLEAN odd = integer && RINT(halves) != halves;
  result = odd ? COPYSIGN(result, x) : result;
  result = x < 0.0f && x > -INFINITE && !integer ? NOT_A_NUMBER : result;
  // Where one factor of y log(x) is 0 and the other is not finite: pow(x, 0), pow(1, y) and
  // pow(-1, infinity), NaNs included.
  BOOLEAN one = y == 0.0f || x == 1.0f || (x == -1.0f && ABS(y) == INFINITE);
  return one ? V(1.0f) : result;
#else
  return powOfDouble(x, y);
#endif
}

WEFT_BUILTIN GENTYPE pow(GENTYPE x, GENTYPE y) {
#if BITS == 32
  if (RELAXED_MATH) { // 7.4 lets the case of x = 0 and y = 0 open, and of x < 0 for other than
                      // integers
    GENTYPE halves = y * 0.5f;
    GENTYPE result = lowExp2(y * lowLog2(ABS(x)));
    return RINT(halves) != halves ? COPYSIGN(result, x) : result;
  }
#endif
  return MATH(pow)(x, y);
}
#endif
