// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Exact.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/remainder.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"

#include "math/long_division.h"

WEFT_MATH GENTYPE MATH(remainder)(GENTYPE x, GENTYPE y) {
  VECTOR(INT) quotient;
  GENTYPE rest = longDivision(ABS(x), ABS(y), &quotient);
  GENTYPE nearest = roundsUp(rest, ABS(y), quotient) ? rest - ABS(y) : rest;
  return divisible(x, y) ? FLIP_SIGN(nearest, AS_INT(x) & SIGN_BIT) : NOT_A_NUMBER;
}

WEFT_BUILTIN GENTYPE remainder(GENTYPE x, GENTYPE y) { return MATH(remainder)(x, y); }
#endif
