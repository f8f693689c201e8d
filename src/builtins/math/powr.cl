// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 16 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/powr.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"
#include "math/scale.h"

#include "math/power.h"
#include "math/power_double.h"

WEFT_MATH GENTYPE MATH(powr)(GENTYPE x, GENTYPE y) {
#if BITS == 32
  // exp2(y log2(x)) as it stands is nearly what 7.5.1 asks: 0 * infinity is a NaN.
  GENTYPE result = exp2OfDouble(CAST(y, double) * log2AsDouble(ABS(x)));
#else
  GENTYPE result = powOfDouble(ABS(x), y);
#endif
  BOOLEAN undefined = x < V(0) || (y == V(0) && (x == V(0) || x == INFINITE)) ||
                      (x == V(1) && ABS(y) == INFINITE) || x != x || y != y;
  return undefined ? NOT_A_NUMBER : result;
}

WEFT_BUILTIN GENTYPE powr(GENTYPE x, GENTYPE y) { return MATH(powr)(x, y); }
#endif
