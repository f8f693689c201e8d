// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Exact.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/fmod.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"

#include "math/long_division.h"

WEFT_MATH GENTYPE MATH(fmod)(GENTYPE x, GENTYPE y) {
  VECTOR(INT) quotient;
  GENTYPE rest = longDivision(ABS(x), ABS(y), &quotient);
  return divisible(x, y) ? COPYSIGN(rest, x) : NOT_A_NUMBER;
}

WEFT_BUILTIN GENTYPE fmod(GENTYPE x, GENTYPE y) { return MATH(fmod)(x, y); }
#endif
