// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Any error is allowed (7.4): 1 ulp or so.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/native_sqrt.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#if BITS == 32
#include "math/machine.h"

WEFT_BUILTIN GENTYPE native_sqrt(GENTYPE x) {
  // s = x / sqrt(x) and a correction by s (1 - s/sqrt(x)) / 2, save where that is no number.
  GENTYPE estimate = MATH(rsqrt_estimate)(x);
  GENTYPE root = x * estimate;
  GENTYPE error = MAD(-root, estimate, V(1.0f));
  root = MAD(root * 0.5f, error, root);
  if (HAS_EXPONENT_INSTRUCTIONS)
    return x == 0.0f || x == INFINITE ? x : root;
  GENTYPE special = x == INFINITE ? x : x * 0.0f; // subnormal numbers count as 0
  return ABS(x) < 0x1p-126f || x == INFINITE ? special : root;
}
#endif
#endif
