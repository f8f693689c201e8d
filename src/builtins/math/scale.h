// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included by bodies: an integer taken out of a number, and a number times that power of two.
#undef ROUND_TO_INTEGER
#if BITS == 32
#define WEFT_MANTISSA_BITS 23
#define WEFT_EXPONENT_BIAS 127
#define ROUND_TO_INTEGER 0x1.8p+23f
#else
#define WEFT_MANTISSA_BITS 52
#define WEFT_EXPONENT_BIAS 1023
#define ROUND_TO_INTEGER 0x1.8p+52
#endif

/// A number that was added to ROUND_TO_INTEGER, 1.5 * 2^23 or 2^52, has been rounded to an integer,
/// which stands in the lowest bits of the sum. This is the integer.
static inline WEFT_BUILTIN VECTOR(INT) integerIn(GENTYPE sum) {
  return AS_INT(sum) - AS_INT(V(ROUND_TO_INTEGER));
}

/// The same as a number, for use beside scaleByPowerOfTwo.
static inline WEFT_BUILTIN GENTYPE wholeIn(GENTYPE sum) {
#if BITS == 32
  if (HAS_EXPONENT_INSTRUCTIONS) // whose ldexp makes a number of the integer, too
    return TO_FLOAT(integerIn(sum));
#endif
  return sum - ROUND_TO_INTEGER;
}

/// p * 2^n for a p near 1 and any n whose halves are exponents of normal numbers, with a single
/// rounding where the result is subnormal.
static inline WEFT_BUILTIN GENTYPE scaleByPowerOfTwo(GENTYPE p, VECTOR(INT) n) {
  if (HAS_EXPONENT_INSTRUCTIONS)
    return __builtin_elementwise_ldexp(p, CAST(n, int));
  // Two factors, because 2^n itself need not be a normal number. The first product is exact. The
  // halves are taken of a sum that is positive: 64-bit arithmetic shifts are slow before AVX-512.
  VECTOR(UINT) biased = __builtin_astype(n + 2 * WEFT_EXPONENT_BIAS, VECTOR(UINT));
  VECTOR(UINT) low = biased >> 1;
  GENTYPE first = AS_FLOAT(low << WEFT_MANTISSA_BITS);
  GENTYPE second = AS_FLOAT((biased - low) << WEFT_MANTISSA_BITS);
  return p * first * second;
}

#undef WEFT_MANTISSA_BITS
#undef WEFT_EXPONENT_BIAS
