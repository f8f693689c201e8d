// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. The integer that remquo() gives beside the remainder.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/remquo_quotient.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"

#include "math/long_division.h"

WEFT_MATH VECTOR(int) MATH(remquo_quotient)(GENTYPE x, GENTYPE y) {
  VECTOR(INT) quotient;
  GENTYPE rest = longDivision(ABS(x), ABS(y), &quotient);
  quotient = (quotient + (roundsUp(rest, ABS(y), quotient) ? N(1) : N(0))) & 0x7f;
  quotient = (AS_INT(x) ^ AS_INT(y)) < N(0) ? -quotient : quotient;
  return CAST(divisible(x, y) ? quotient : N(0), int);
}
#endif
