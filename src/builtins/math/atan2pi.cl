// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 6 ulp (7.4): one of SLEEF and two roundings.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/atan2pi.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"

WEFT_MATH GENTYPE MATH(atan2pi)(GENTYPE y, GENTYPE x) {
  return SLEEF(atan2_u35)(y, x) * ONE_OVER_PI;
}

WEFT_BUILTIN GENTYPE atan2pi(GENTYPE y, GENTYPE x) { return MATH(atan2pi)(y, x); }
#endif
