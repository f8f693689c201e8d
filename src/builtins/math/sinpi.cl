// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 4 ulp (7.4). The zeros have the sign of x.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/sinpi.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"

#include "math/half_turns.h"

WEFT_MATH GENTYPE MATH(sinpi)(GENTYPE x) {
  // All of this is exact: the remainder of |x| by 2, in [-1, 1], and its mirror image within
  // [-1/2, 1/2]. An infinity becomes a NaN.
  GENTYPE angle = ABS(x) - V(2) * RINT(ABS(x) * V(0.5));
  angle = ABS(angle) > V(0.5) ? COPYSIGN(V(1), angle) - angle : angle;
  return FLIP_SIGN(sineOfHalfTurns(angle), AS_INT(x) & SIGN_BIT);
}

WEFT_BUILTIN GENTYPE sinpi(GENTYPE x) { return MATH(sinpi)(x); }
#endif
