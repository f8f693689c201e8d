// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 2 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/log1p.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"

#if BITS == 32
#define HUGE_ARGUMENT 0x1p+100f
#else
#define HUGE_ARGUMENT 0x1p+1000
#endif
WEFT_MATH GENTYPE MATH(log1p)(GENTYPE x) {
  GENTYPE result = SLEEF(log1p_u10)(x);
  // SLEEF gives infinity beyond 1e38 or 1e307.
  BOOLEAN huge = x > HUGE_ARGUMENT;
  if (RARELY_ANY(huge))
    result = huge ? SLEEF(log_u10)(x) : result;
  return result;
}
#undef HUGE_ARGUMENT

WEFT_BUILTIN GENTYPE log1p(GENTYPE x) { return MATH(log1p)(x); }
#endif
