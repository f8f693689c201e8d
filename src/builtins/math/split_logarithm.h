// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included by the bodies of log, log2 and log10: what they share for float.
#if BITS == 32
/// x = 2^exponent (1 + f) with 1 + f between sqrt(1/2) and sqrt(2), for finite x > 0. Returns f.
static inline WEFT_BUILTIN GENTYPE splitLogarithm(GENTYPE x, GENTYPE *exponent) {
  BOOLEAN subnormal = x < 0x1p-126f;
  x = subnormal ? x * 0x1p+23f : x;
  VECTOR(int) bits = AS_INT(x) - 0x3f3504f3; // sqrt(1/2)
  *exponent = TO_FLOAT((bits >> 23) - (subnormal ? N(23) : N(0)));
  return AS_FLOAT((bits & 0x007fffff) + 0x3f3504f3) - 1.0f;
}

/// `logarithm` where x is positive and finite, and what the standard asks elsewhere.
static inline WEFT_BUILTIN GENTYPE logarithmOfSpecial(GENTYPE x, GENTYPE logarithm) {
  GENTYPE special = x == 0.0f ? -INFINITE : NOT_A_NUMBER;
  GENTYPE result = x > 0.0f ? logarithm : special;
  return x == INFINITE ? x : result;
}
#endif
