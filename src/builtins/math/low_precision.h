// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included after scale.h by the half_ and native_ functions, and by others for relaxed math. About
// 18 bits of each result are right, which is more than the 8192 ulp that OpenCL C 3.0 7.4 gives the
// half_ functions, at some two thirds of the cost of the full functions. Zeros, infinities and NaNs
// come out right, and subnormal numbers may be flushed. The polynomials are Sollya's (fpminimax,
// relative error).
#if BITS == 32
#include "math/machine.h"

/// 2^x. Error 3e-6.
static inline WEFT_BUILTIN GENTYPE lowExp2(GENTYPE x) {
  // Beyond these the result is 0 or infinite. A NaN passes: both comparisons are false.
  x = x > 129.0f ? V(129.0f) : x;
  x = x < -150.0f ? V(-151.0f) : x;
  GENTYPE shifted = x + ROUND_TO_INTEGER;
  GENTYPE r = x - wholeIn(shifted);
  GENTYPE p = MAD(r, V(0x1.3ac75ep-7f), V(0x1.ca13dcp-5f));
  p = MAD(p, r, V(0x1.ec00d6p-3f));
  p = MAD(p, r, V(0x1.62e0dep-1f));
  p = MAD(p, r, V(1.0f));
  return scaleByPowerOfTwo(p, integerIn(shifted));
}

/// log2(x). Error 1e-6 of the result or of 1, whichever is less.
static inline WEFT_BUILTIN GENTYPE lowLog2(GENTYPE x) {
  // x = 2^exponent (1 + f) with 1 + f in [0.75, 1.5).
  GENTYPE exponent, f;
  if (HAS_EXPONENT_INSTRUCTIONS) {
    GENTYPE significand = MATH(getmant)(x);
    GENTYPE exponentOfTwo = MATH(getexp)(x); // where the significand is in [1, 2)
    exponent = significand < 1.0f ? exponentOfTwo + 1.0f : exponentOfTwo;
    f = significand - 1.0f;
  } else {
    VECTOR(int) bits = AS_INT(x) - 0x3f400000;
    exponent = TO_FLOAT(bits >> 23);
    f = AS_FLOAT((bits & 0x007fffff) + 0x3f400000) - 1.0f;
  }
  GENTYPE p = MAD(f, V(0x1.ea01bcp-4f), V(-0x1.f0a7f6p-3f));
  p = MAD(p, f, V(0x1.31729cp-2f));
  p = MAD(p, f, V(-0x1.723f92p-2f));
  p = MAD(p, f, V(0x1.ec2906p-2f));
  p = MAD(p, f, V(-0x1.7151ep-1f));
  p = MAD(p, f, V(0x1.71548cp+0f));
  GENTYPE result = MAD(p, f, exponent);
  if (HAS_EXPONENT_INSTRUCTIONS) // zeros, infinities and NaNs are right already
    return result;
  GENTYPE special = x >= 0.0f ? -INFINITE : NOT_A_NUMBER;
  // Subnormal numbers count as 0.
  result = x >= 0x1p-126f ? result : special;
  return x == INFINITE ? x : result;
}

/// x - n pi for an n near x / pi. Good for |x| up to 2^17.
static inline WEFT_BUILTIN GENTYPE lowSubtractMultipleOfPi(GENTYPE x, GENTYPE n) {
  GENTYPE r;
  if (HAS_FMA) {
    r = FMA(n, V(-0x1.921fb4p+1f), x);
    r = FMA(n, V(-0x1.4442d2p-23f), r);
  } else {
    // The first parts have so few bits that their products with n are exact.
    r = x - n * 0x1.92p+1f;
    r = r - n * 0x1.fbp-11f;
    r = r - n * 0x1.51p-21f;
    r = r - n * 0x1.0b4612p-33f;
  }
  return r;
}

/// sin(r) for |r| <= pi/2. Error 1e-6.
static inline WEFT_BUILTIN GENTYPE lowSineNearZero(GENTYPE r) {
  // Arguments beyond 2^17 were reduced to anything; a sine is within [-1, 1] all the same.
  r = r > 0x1.921fb6p+0f ? V(0x1.921fb6p+0f) : r;
  r = r < -0x1.921fb6p+0f ? V(-0x1.921fb6p+0f) : r;
  GENTYPE r2 = r * r;
  GENTYPE p = MAD(r2, V(-0x1.83b402p-13f), V(0x1.105cfp-7f));
  p = MAD(p, r2, V(-0x1.554f7ap-3f));
  return r * MAD(p, r2, V(0x1.ffffep-1f));
}

static inline WEFT_BUILTIN GENTYPE lowSin(GENTYPE x) {
  // x = n pi + r. The parity of n is in the lowest bit.
  GENTYPE shifted = MAD(x, ONE_OVER_PI, V(ROUND_TO_INTEGER));
  GENTYPE r = lowSubtractMultipleOfPi(x, shifted - ROUND_TO_INTEGER);
  return lowSineNearZero(FLIP_SIGN(r, AS_INT(shifted) << 31));
}

static inline WEFT_BUILTIN GENTYPE lowCos(GENTYPE x) {
  // x = (n + 1/2) pi + r, so the cosine is -sin(r), or sin(r) for odd n.
  GENTYPE shifted = MAD(x, ONE_OVER_PI, V(-0.5f)) + ROUND_TO_INTEGER;
  GENTYPE r = lowSubtractMultipleOfPi(x, shifted - ROUND_TO_INTEGER + 0.5f);
  return lowSineNearZero(FLIP_SIGN(r, (AS_INT(shifted) + 1) << 31));
}

static inline WEFT_BUILTIN GENTYPE lowTan(GENTYPE x) {
  // Only arguments beyond 2^17 have a cosine of 0, and perhaps a sine of 0.
  GENTYPE cosine = lowCos(x);
  return lowSin(x) / (cosine == 0.0f ? V(0x1p-24f) : cosine);
}
#endif
