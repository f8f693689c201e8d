// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 4 ulp (7.4). All zeros are positive.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/cospi.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"

#include "math/half_turns.h"

WEFT_MATH GENTYPE MATH(cospi)(GENTYPE x) {
  // The remainder of x by 2 in [-1, 1], exactly. An infinity becomes a NaN.
  GENTYPE angle = ABS(x - V(2) * RINT(x * V(0.5)));
  return sineOfHalfTurns(V(0.5) - angle);
}

WEFT_BUILTIN GENTYPE cospi(GENTYPE x) { return MATH(cospi)(x); }
#endif
