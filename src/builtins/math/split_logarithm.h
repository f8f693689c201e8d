// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included by the bodies of log, log2, log10 and pow: what they share.
#include "math/machine.h"

/// x = 2^exponent (1 + f) with 1 + f in [0.75, 1.5), for finite x > 0. Returns f.
static inline WEFT_BUILTIN GENTYPE splitLogarithm(GENTYPE x, GENTYPE *exponent) {
  if (HAS_EXPONENT_INSTRUCTIONS) { // 0, infinities and NaNs make an exponent of their kind
    GENTYPE significand = MATH(getmant)(x);
    GENTYPE exponentOfTwo = MATH(getexp)(x); // where the significand is in [1, 2)
    *exponent = significand < V(1) ? exponentOfTwo + V(1) : exponentOfTwo;
    return significand - V(1);
  }
  BOOLEAN subnormal = x < LEAST_NORMAL;
#if BITS == 32
  x = subnormal ? x * 0x1p+23f : x;
  VECTOR(int) bits = AS_INT(x) - 0x3f400000; // 0.75
  *exponent = TO_FLOAT((bits >> 23) - (subnormal ? N(23) : N(0)));
  return AS_FLOAT((bits & 0x007fffff) + 0x3f400000) - 1.0f;
#else
  x = subnormal ? x * 0x1p+52 : x;
  VECTOR(long) bits = AS_INT(x) - 0x3fe8000000000000; // 0.75
  // The biased exponent, made a number by putting it into the low bits of 2^52: before AVX-512
  // there is no conversion of 64-bit integers.
  VECTOR(ulong) biased = __builtin_astype(bits + 0x3ff0000000000000, VECTOR(ulong)) >> 52;
  *exponent = AS_FLOAT(biased | 0x4330000000000000) -
              (subnormal ? V(0x1p+52 + 1023 + 52) : V(0x1p+52 + 1023));
  return AS_FLOAT((bits & 0x000fffffffffffff) + 0x3fe8000000000000) - 1.0;
#endif
}

/// `logarithm` where x is positive and finite, and what the standard asks elsewhere.
static inline WEFT_BUILTIN GENTYPE logarithmOfSpecial(GENTYPE x, GENTYPE logarithm) {
  if (HAS_EXPONENT_INSTRUCTIONS)
    return logarithm;
  GENTYPE special = x == V(0) ? -INFINITE : NOT_A_NUMBER;
  GENTYPE result = x > V(0) ? logarithm : special;
  return x == INFINITE ? x : result;
}

#if BITS == 32
/// c1 + c2 f + ... + c8 f^7, in pairs that do not wait for each other.
static inline WEFT_BUILTIN GENTYPE polynomialInPairs(GENTYPE f, float c8, float c7, float c6,
                                                     float c5, float c4, float c3, float c2,
                                                     float c1) {
  GENTYPE f2 = f * f;
  GENTYPE p = MAD(f, V(c8), V(c7));
  GENTYPE q = MAD(f, V(c6), V(c5));
  GENTYPE s = MAD(f, V(c4), V(c3));
  GENTYPE t = MAD(f, V(c2), V(c1));
  return MAD(MAD(MAD(p, f2, q), f2, s), f2, t);
}
#else
/// log(1 + f) + exponent * ln2, where the logarithm of 2 is given in two parts of which the first
/// times an exponent is exact, and both are positive, so that an infinite exponent is the result.
/// Less than 1 ulp off, with zeros for ln2, too.
static inline WEFT_BUILTIN GENTYPE logarithmNearOne(GENTYPE f, GENTYPE exponent, GENTYPE ln2High,
                                                    GENTYPE ln2Low) {
  // With s = f / (2 + f), log(1 + f) = 2s + s R(s^2) = f - s (f - R), but f - f^2/2 is more exact.
  GENTYPE s = f / (V(2.0) + f);
  GENTYPE z = s * s;
  // Sollya: fpminimax((log((1+sqrt(x))/(1-sqrt(x)))/sqrt(x)-2)/x, 6, [|D...|], [1b-40;0.0401])
  GENTYPE z2 = z * z;
  GENTYPE p = MAD(z2, V(0x1.35a4d67f2dda2p-3), V(0x1.746bc0e01e58p-3));
  GENTYPE q = MAD(z2, V(0x1.390217988b669p-3), V(0x1.c71c3cb4e145cp-3));
  p = MAD(MAD(p, z2, V(0x1.249249522ff4fp-2)), z2, V(0x1.555555555556ep-1));
  q = MAD(q, z2, V(0x1.999999997c3d4p-2));
  GENTYPE r = z * MAD(q, z, p);
  GENTYPE square = V(0.5) * f * f;
  GENTYPE tail = MAD(s, square + r, exponent * ln2Low);
  return MAD(exponent, ln2High, f - (square - tail));
}
#endif
