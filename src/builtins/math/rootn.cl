// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 16 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/rootn.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"
#include "math/scale.h"

#include "math/power.h"
#include "math/power_double.h"
#if BITS == 64
/// 1 - divisor * inverse. The divisor has 32 bits, so its product with the first 21 bits of the
/// inverse is exact, and that with the rest is small.
static inline WEFT_BUILTIN GENTYPE remainderOfInverse(GENTYPE divisor, GENTYPE inverse) {
  GENTYPE high = AS_FLOAT(AS_INT(inverse) & N(-(1L << 32)));
  return (V(1) - divisor * high) - divisor * (inverse - high);
}
#endif

WEFT_MATH GENTYPE MATH(rootn)(GENTYPE x, VECTOR(int) n) {
#if BITS == 32
  VECTOR(double) inverse = (VECTOR(double))1.0 / CAST(n, double); // infinite for n = 0
  GENTYPE result = exp2OfDouble(inverse * log2AsDouble(ABS(x)));
  BOOLEAN odd = (n & 1) != 0;
  BOOLEAN zero = n == 0;
#else
  // |x|^(1/n) = |x|^inverse (1 + error log|x|): the rounding of 1/n alone could cost 100 ulp.
  GENTYPE divisor = CAST(n, double);
  GENTYPE inverse = V(1) / divisor;
  GENTYPE error = remainderOfInverse(divisor, inverse) * inverse;
  GENTYPE power = powOfDouble(ABS(x), inverse);
  GENTYPE correction = power * (error * SLEEF(log_u10)(ABS(x)));
  BOOLEAN regular = ABS(x) < INFINITE && x != V(0) && power < INFINITE;
  GENTYPE result = regular ? power + correction : power;
  BOOLEAN odd = CAST(n & 1, INT) != N(0);
  BOOLEAN zero = divisor == V(0);
#endif
  result = odd ? COPYSIGN(result, x) : result;
  return zero || (x < V(0) && !odd) ? NOT_A_NUMBER : result;
}

WEFT_BUILTIN GENTYPE rootn(GENTYPE x, VECTOR(int) n) { return MATH(rootn)(x, n); }
#endif
