// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 5 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/tan.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"
#include "math/scale.h"

#include "math/low_precision.h"

WEFT_MATH GENTYPE MATH(tan)(GENTYPE x) { return SLEEF(tan_u35)(x); }

WEFT_BUILTIN GENTYPE tan(GENTYPE x) {
#if BITS == 32
  if (RELAXED_MATH) // within 2^-11 of the result, or 8192 ulp, see low_precision.h
    return lowTan(x);
#endif
  return MATH(tan)(x);
}
#endif
