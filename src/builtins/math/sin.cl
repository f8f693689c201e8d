// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 4 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/sin.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"
#include "math/scale.h"

#include "math/low_precision.h"

#include "math/reduce_by_pi.h"

WEFT_MATH GENTYPE MATH(sin)(GENTYPE x) {
  if (!HAS_FMA)
    return SLEEF(sin_u35)(x);
  // x = n pi + r. The parity of n is in the lowest bit.
  GENTYPE shifted = FMA(x, ONE_OVER_PI, V(ROUND_TO_INTEGER));
  GENTYPE n = shifted - ROUND_TO_INTEGER;
  GENTYPE result =
      FLIP_SIGN(sineNearZero(subtractMultipleOfPi(x, n)), AS_INT(shifted) << MOVE_PARITY_TO_SIGN);
  BOOLEAN far = !(ABS(x) <= REDUCTION_LIMIT); // infinities and NaNs, too
  if (RARELY_ANY(far))
    result = far ? SLEEF(sin_u35)(x) : result;
  return result;
}

WEFT_BUILTIN GENTYPE sin(GENTYPE x) {
#if BITS == 32
  if (RELAXED_MATH) // within 2^-11 of the result, see low_precision.h
    return lowSin(x);
#endif
  return MATH(sin)(x);
}
#endif
