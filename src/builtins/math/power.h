// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included after scale.h by the bodies of pow, powr, pown and rootn for float: exp2(y log2(x)),
// with the logarithm and the product in double. That costs no more than pairs of floats would, and
// leaves about 1 ulp of the 16 that 7.4 allows.
#if BITS == 32
#include "math/exp_near_zero.h"
#include "math/split_logarithm.h"

/// log2(x) for x >= 0, the infinity and NaNs included.
static inline WEFT_BUILTIN VECTOR(double) log2AsDouble(GENTYPE x) {
  typedef VECTOR(double) Double;
  GENTYPE exponent;
  Double f = CAST(splitLogarithm(x, &exponent), double);
  if (!HAS_EXPONENT_INSTRUCTIONS) {
    // Makes the result infinite or a NaN where x is 0, infinite or a NaN.
    GENTYPE special = x == 0.0f ? -INFINITE : x;
    exponent = x > 0.0f && x < INFINITE ? exponent : special;
  }
  // Sollya: fpminimax(log2(1+x)/x, 10, [|D...|], [-0.25;0.5], relative)
  Double f2 = f * f;
  Double p = MAD(f, (Double)-0x1.0d3bd3552bdcap-3, (Double)0x1.5b82954452b71p-3);
  p = MAD((Double)0x1.b6c89df8265b8p-5, f2, p);
  Double q = MAD(f, (Double)-0x1.78eb15cc2239p-3, (Double)0x1.a5b2b0f0c828bp-3);
  Double s = MAD(f, (Double)-0x1.ebfea3a893307p-3, (Double)0x1.277504b94273bp-2);
  Double t = MAD(f, (Double)-0x1.7155a7fa7aa5ap-2, (Double)0x1.ec70a985e2132p-2);
  Double u = MAD(f, (Double)-0x1.7154756c8ed6cp-1, (Double)0x1.71547650ee366p+0);
  p = MAD(MAD(MAD(MAD(p, f2, q), f2, s), f2, t), f2, u);
  return MAD(p, f, CAST(exponent, double));
}

/// 2^x, rounded to float.
static inline WEFT_BUILTIN GENTYPE exp2OfDouble(VECTOR(double) x) {
  GENTYPE coarse = CAST(x, float);
  // Beyond these the result is 0 or infinite. A NaN passes: both comparisons are false.
  coarse = coarse > 200.0f ? V(200.0f) : coarse;
  coarse = coarse < -200.0f ? V(-200.0f) : coarse;
  VECTOR(int) n = integerIn(coarse + ROUND_TO_INTEGER);
  GENTYPE r = CAST(x - CAST(n, double), float);
  r = r > 0.5f ? V(0.5f) : r;
  r = r < -0.5f ? V(-0.5f) : r;
  return scaleByPowerOfTwo(exp2NearZero(r), n);
}
#endif
