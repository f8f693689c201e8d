// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Correctly rounded.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/fdim.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN GENTYPE fdim(GENTYPE x, GENTYPE y) {
  // A NaN fails the comparison and comes out of the subtraction.
  return x <= y ? V(0) : x - y;
}
#endif
