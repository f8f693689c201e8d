// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 16 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/tgamma.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"

#if BITS == 32
#define TGAMMA_DOUBLE WEFT_MATH_NAME(sleef_tgamma_u10, 64, WEFT_MATH_LANES(WIDTH))
__attribute__((const, nothrow)) VECTOR(double) TGAMMA_DOUBLE(VECTOR(double));
#endif

WEFT_MATH GENTYPE MATH(tgamma)(GENTYPE x) {
#if BITS == 32
  // SLEEF's float form loses the subnormal results of negative arguments; its double form does not.
  GENTYPE result = CAST(TGAMMA_DOUBLE(CAST(x, double)), float);
#else
  GENTYPE result = SLEEF(tgamma_u10)(x);
  // It loses digits where the result is subnormal: Gamma(x) x (x+1) ... (x+15) = Gamma(x+16).
  BOOLEAN small = x < -168.0 && x > -190.0;
  if (RARELY_ANY(small)) {
    GENTYPE product = x;
    for (int i = 1; i < 16; ++i)
      product *= x + (double)i;
    result = small ? SLEEF(tgamma_u10)(x + 16.0) / product : result;
  }
#endif
  // SLEEF forgets the sign of results that underflow: negative where floor(x) is odd.
  GENTYPE halves = FLOOR(x) * V(0.5);
  BOOLEAN negative = x < V(0) && halves != FLOOR(halves);
  return negative ? -ABS(result) : result;
}

WEFT_BUILTIN GENTYPE tgamma(GENTYPE x) { return MATH(tgamma)(x); }
#endif
