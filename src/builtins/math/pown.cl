// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 16 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/pown.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"
#include "math/scale.h"

#include "math/power.h"
#include "math/power_double.h"

WEFT_MATH GENTYPE MATH(pown)(GENTYPE x, VECTOR(int) y) {
#if BITS == 32
  GENTYPE result = exp2OfDouble(CAST(y, double) * log2AsDouble(ABS(x)));
  result = (y & 1) != 0 ? COPYSIGN(result, x) : result;
  return y == 0 ? V(1.0f) : result;
#else
  return powOfDouble(x, CAST(y, double));
#endif
}

WEFT_BUILTIN GENTYPE pown(GENTYPE x, VECTOR(int) y) { return MATH(pown)(x, y); }
#endif
