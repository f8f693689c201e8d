// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included by bodies: p * 2^n for a p near 1 and any n whose halves are exponents of normal
// numbers, with a single rounding where the result is subnormal.
#if BITS == 32
#define WEFT_MANTISSA_BITS 23
#define WEFT_EXPONENT_BIAS 127
#else
#define WEFT_MANTISSA_BITS 52
#define WEFT_EXPONENT_BIAS 1023
#endif

static inline WEFT_BUILTIN GENTYPE scaleByPowerOfTwo(GENTYPE p, VECTOR(INT) n) {
  if (HAS_SCALEF)
    return __builtin_elementwise_ldexp(p, CAST(n, int));
  // Two factors, because 2^n itself need not be a normal number. The first product is exact.
  VECTOR(INT) low = n >> 1;
  GENTYPE first = AS_FLOAT((low + WEFT_EXPONENT_BIAS) << WEFT_MANTISSA_BITS);
  GENTYPE second = AS_FLOAT((n - low + WEFT_EXPONENT_BIAS) << WEFT_MANTISSA_BITS);
  return p * first * second;
}

#undef WEFT_MANTISSA_BITS
#undef WEFT_EXPONENT_BIAS
