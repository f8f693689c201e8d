// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included after scale.h by the bodies of pow, powr, pown and rootn for float: exp2(y log2(x)),
// with the logarithm and the product in double. That costs no more than pairs of floats would, and
// leaves about 1 ulp of the 16 that 7.4 allows.
#if BITS == 32
#include "math/split_logarithm.h"

/// log2(x) for x >= 0, the infinity and NaNs included.
static inline WEFT_BUILTIN VECTOR(double) log2AsDouble(GENTYPE x) {
  typedef VECTOR(double) Double;
  GENTYPE exponent;
  Double f = CAST(splitLogarithm(x, &exponent), double);
  // Added to the exponent it makes the result infinite or a NaN where x is 0, infinite or a NaN.
  GENTYPE special = x == 0.0f ? -INFINITE : x;
  exponent = x > 0.0f && x < INFINITE ? exponent : special;
  // Sollya: fpminimax(log2(1+x)/x, 10, [|D...|], [sqrt(.5)-1;sqrt(2)-1], relative)
  Double f2 = f * f;
  Double p = FMA(f, (Double)-0x1.5a3de895b4704p-3, (Double)0x1.605f56e744d68p-3);
  p = FMA((Double)0x1.8d73694b01a6dp-4, f2, p);
  Double q = FMA(f, (Double)-0x1.6e67af95a99dep-3, (Double)0x1.a3edd74c567f4p-3);
  Double s = FMA(f, (Double)-0x1.ec7a1275f31aap-3, (Double)0x1.2780832d0a566p-2);
  Double t = FMA(f, (Double)-0x1.7154906f24da5p-2, (Double)0x1.ec707f0b786e1p-2);
  Double u = FMA(f, (Double)-0x1.715476299f46ap-1, (Double)0x1.71547656a17dap+0);
  p = FMA(FMA(FMA(FMA(p, f2, q), f2, s), f2, t), f2, u);
  return FMA(p, f, CAST(exponent, double));
}

/// 2^x, rounded to float.
static inline WEFT_BUILTIN GENTYPE exp2OfDouble(VECTOR(double) x) {
  GENTYPE coarse = CAST(x, float);
  // Beyond these the result is 0 or infinite. A NaN passes: both comparisons are false.
  coarse = coarse > 200.0f ? V(200.0f) : coarse;
  coarse = coarse < -200.0f ? V(-200.0f) : coarse;
  // Adding 1.5 * 2^23 rounds to an integer and leaves it in the low bits.
  GENTYPE shifted = coarse + 0x1.8p+23f;
  VECTOR(int) n = AS_INT(shifted) - 0x4b400000;
  GENTYPE r = CAST(x - CAST(n, double), float);
  r = r > 0.5f ? V(0.5f) : r;
  r = r < -0.5f ? V(-0.5f) : r;
  // Sollya: fpminimax(2^x, [|0,...,6|], [|1,SG...|], [-0.5;0.5], relative)
  GENTYPE p = V(0x1.3f9bcp-13f);
  p = FMA(p, r, V(0x1.5f0b8cp-10f));
  p = FMA(p, r, V(0x1.3b30a6p-7f));
  p = FMA(p, r, V(0x1.c6af76p-5f));
  p = FMA(p, r, V(0x1.ebfbd8p-3f));
  p = FMA(p, r, V(0x1.62e43p-1f));
  p = FMA(p, r, V(1.0f));
  return scaleByPowerOfTwo(p, n);
}
#endif
