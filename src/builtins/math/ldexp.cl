// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Correctly rounded.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/ldexp.cl"
#include "for_each_float_gentype.h"
#else
#include "math/exponent.h"
#include "math/scale.h"

WEFT_BUILTIN GENTYPE ldexp(GENTYPE x, VECTOR(int) k) {
  if (HAS_EXPONENT_INSTRUCTIONS)
    return __builtin_elementwise_ldexp(x, k);
  // Only the last product of the scaling may round, so it starts from a normal number near 1. Far
  // exponents are all the same, and must not overflow in the sum.
  VECTOR(int) limited = k > 5000 ? (VECTOR(int))5000 : k;
  limited = limited < -5000 ? (VECTOR(int)) - 5000 : limited;
  VECTOR(INT) sum = exponentOf(x) + CAST(limited, INT);
  sum = sum > 2 * MAX_EXPONENT ? N(2 * MAX_EXPONENT) : sum;
  sum = sum < -2 * (MAX_EXPONENT - 1) ? N(-2 * (MAX_EXPONENT - 1)) : sum;
  GENTYPE result = scaleByPowerOfTwo(significandOf(x), sum);
  return ABS(x) < INFINITE && x != V(0) ? result : x;
}
#if WIDTH > 1
WEFT_BUILTIN GENTYPE ldexp(GENTYPE x, int k) { return ldexp(x, (VECTOR(int))k); }
#endif
#endif
