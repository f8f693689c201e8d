// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 6 ulp (7.4). tanpi(n) is -0 for odd n > 0 and for even n < 0.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/tanpi.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"

#include "math/half_turns.h"

WEFT_MATH GENTYPE MATH(tanpi)(GENTYPE x) {
  // The remainder of |x| by 1 in [-1/2, 1/2], exactly. An infinity becomes a NaN.
  GENTYPE magnitude = ABS(x);
  GENTYPE nearest = RINT(magnitude);
  GENTYPE angle = magnitude - nearest;
  GENTYPE halves = nearest * V(0.5);
  VECTOR(INT) negative = halves != RINT(halves) && angle == V(0) ? SIGN_BIT : N(0);
  negative ^= (AS_INT(x) ^ AS_INT(angle)) & SIGN_BIT;
  // Mirrored into [0, 1/4], where sine and cosine change places.
  angle = ABS(angle);
  BOOLEAN steep = angle > V(0.25);
  angle = steep ? V(0.5) - angle : angle;
  GENTYPE sine = sineOfQuarterTurns(angle);
  GENTYPE cosine = cosineOfQuarterTurns(angle);
  GENTYPE tangent = (steep ? cosine : sine) / (steep ? sine : cosine);
  return FLIP_SIGN(tangent, negative);
}

WEFT_BUILTIN GENTYPE tanpi(GENTYPE x) { return MATH(tanpi)(x); }
#endif
