// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 4 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/asinh.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"
#include "math/huge_arguments.h"

WEFT_MATH GENTYPE MATH(asinh)(GENTYPE x) {
  GENTYPE result = SLEEF(asinh_u10)(x);
  // SLEEF squares the argument. Here 1 is nothing beside the square: asinh(x) = log(2x).
  BOOLEAN huge = ABS(x) > HUGE_FOR_SQUARE;
  if (RARELY_ANY(huge))
    result = huge ? COPYSIGN(SLEEF(log_u10)(ABS(x)) + V(0x1.62e42fefa39efp-1), x) : result;
  return result;
}

WEFT_BUILTIN GENTYPE asinh(GENTYPE x) { return MATH(asinh)(x); }
#endif
