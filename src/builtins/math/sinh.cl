// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 4 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/sinh.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"
#include "math/huge_arguments.h"

WEFT_MATH GENTYPE MATH(sinh)(GENTYPE x) {
  GENTYPE result = SLEEF(sinh_u35)(x);
  // SLEEF's exp(|x|) overflows before its half does. The factor is e/2.
  BOOLEAN huge = ABS(x) > HUGE_FOR_EXP;
  if (RARELY_ANY(huge))
    result = huge ? COPYSIGN(SLEEF(exp_u10)(ABS(x) - V(1)) * V(0x1.5bf0a8b145769p+0), x) : result;
  return result;
}

WEFT_BUILTIN GENTYPE sinh(GENTYPE x) { return MATH(sinh)(x); }
#endif
