// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 2 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/rsqrt.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/machine.h"

WEFT_MATH GENTYPE MATH(rsqrt)(GENTYPE x) {
  if (!HAS_EXPONENT_INSTRUCTIONS)
    return V(1) / SQRT(x);
  // A square root and a division take four times as long as refining the estimate: with the error
  // e = 1 - x y^2, 1/sqrt(x) = y (1 + e/2 + 3/8 e^2 + ...).
  GENTYPE estimate = MATH(rsqrt_estimate)(x);
  GENTYPE error = FMA(-x * estimate, estimate, V(1));
  GENTYPE result = FMA(estimate * error, FMA(error, V(0.375), V(0.5)), estimate);
#if BITS == 64
  error = FMA(-x * result, result, V(1));
  result = FMA(result * error, V(0.5), result);
#endif
  // The estimates for 0 and infinity are exact, but not what is computed with them.
  return result == result ? result : estimate;
}

WEFT_BUILTIN GENTYPE rsqrt(GENTYPE x) { return MATH(rsqrt)(x); }
#endif
