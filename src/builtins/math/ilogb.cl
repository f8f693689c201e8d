// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Exact.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/ilogb.cl"
#include "for_each_float_gentype.h"
#else
#include "math/exponent.h"

WEFT_BUILTIN VECTOR(int) ilogb(GENTYPE x) {
  VECTOR(INT) special = x == V(0) ? N(FP_ILOGB0) : N(FP_ILOGBNAN); // infinity counts as NaN does
  VECTOR(INT) result = ABS(x) < INFINITE && x != V(0) ? exponentOf(x) : special;
  return CAST(result, int);
}
#endif
