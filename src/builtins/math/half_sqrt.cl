// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 8192 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/half_sqrt.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#if BITS == 32
#include "math/machine.h"

WEFT_BUILTIN GENTYPE half_sqrt(GENTYPE x) {
  // x / sqrt(x), save where that is no number. Subnormal numbers may be flushed.
  GENTYPE root = x * MATH(rsqrt_estimate)(x);
  if (HAS_EXPONENT_INSTRUCTIONS)
    return x == 0.0f || x == INFINITE ? x : root;
  GENTYPE special = x == INFINITE ? x : x * 0.0f;
  return ABS(x) < 0x1p-126f || x == INFINITE ? special : root;
}
#endif
#endif
