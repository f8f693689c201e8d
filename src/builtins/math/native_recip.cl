// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Any error is allowed (7.4): 1 ulp or so.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/native_recip.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#if BITS == 32
#include "math/machine.h"

WEFT_BUILTIN GENTYPE native_recip(GENTYPE x) {
  GENTYPE estimate = MATH(recip_estimate)(x);
  GENTYPE result = MAD(estimate, MAD(-x, estimate, V(1.0f)), estimate);
  // The estimates for 0 and infinity are exact, but not what is computed with them.
  return result == result ? result : estimate;
}
#endif
#endif
