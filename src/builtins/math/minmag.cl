// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Exact; fmin where the magnitudes are equal or one is a NaN.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/minmag.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN GENTYPE minmag(GENTYPE x, GENTYPE y) {
  GENTYPE other = ABS(y) < ABS(x) ? y : __builtin_elementwise_minnum(x, y);
  return ABS(x) < ABS(y) ? x : other;
}
#endif
