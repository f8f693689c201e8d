// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Exact.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/logb.cl"
#include "for_each_float_gentype.h"
#else
#include "math/exponent.h"

WEFT_BUILTIN GENTYPE logb(GENTYPE x) {
  GENTYPE special = x == V(0) ? -INFINITE : x * x; // infinity without its sign, or the NaN
  return ABS(x) < INFINITE && x != V(0) ? TO_FLOAT(exponentOf(x)) : special;
}
#endif
