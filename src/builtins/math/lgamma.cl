// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Any error is allowed (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/lgamma.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"

#if BITS == 32
#define HUGE_ARGUMENT 1e6f
#else
#define HUGE_ARGUMENT 1e15
#endif
WEFT_MATH GENTYPE MATH(lgamma)(GENTYPE x) {
  GENTYPE result = SLEEF(lgamma_u10)(x);
  // Where SLEEF's sum cancels, Stirling's formula needs no correction any more.
  BOOLEAN huge = x > HUGE_ARGUMENT && x < INFINITE;
  if (RARELY_ANY(huge)) {
    GENTYPE logarithm = SLEEF(log_u10)(x);
    GENTYPE small = V(0x1.d67f1c864beb5p-1) - V(0.5) * logarithm; // with log(2 pi) / 2
    result = huge ? x * (logarithm - V(1)) + small : result;
  }
  return result;
}
#undef HUGE_ARGUMENT

WEFT_BUILTIN GENTYPE lgamma(GENTYPE x) { return MATH(lgamma)(x); }
#endif
