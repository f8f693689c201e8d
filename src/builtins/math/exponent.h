// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included by bodies: a finite x other than 0 as significand (of magnitude in [1, 2)) times a power
// of two, subnormal numbers included.
#undef MAX_EXPONENT
#if BITS == 32
#define WEFT_MANTISSA_BITS 23
#define WEFT_NORMALIZE 0x1p+23f
#define MAX_EXPONENT 127
#else
#define WEFT_MANTISSA_BITS 52
#define WEFT_NORMALIZE 0x1p+52
#define MAX_EXPONENT 1023
#endif

static inline WEFT_BUILTIN VECTOR(INT) exponentOf(GENTYPE x) {
  BOOLEAN subnormal = ABS(x) < LEAST_NORMAL;
  VECTOR(INT) biased = AS_INT(ABS(subnormal ? x * WEFT_NORMALIZE : x)) >> WEFT_MANTISSA_BITS;
  return biased - (subnormal ? N(MAX_EXPONENT + WEFT_MANTISSA_BITS) : N(MAX_EXPONENT));
}

static inline WEFT_BUILTIN GENTYPE significandOf(GENTYPE x) {
  GENTYPE normal = ABS(x) < LEAST_NORMAL ? x * WEFT_NORMALIZE : x;
  VECTOR(INT) keep = SIGN_BIT | N(FRACTION_MASK);
  return AS_FLOAT((AS_INT(normal) & keep) | (N(MAX_EXPONENT) << WEFT_MANTISSA_BITS));
}

#undef WEFT_MANTISSA_BITS
#undef WEFT_NORMALIZE
