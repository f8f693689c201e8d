// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included by the body of remquo: the quotient comes from a function of its own, because a MATH
// function has one result.
#if WIDTH == 3
#define PADDED(T) WEFT_JOIN(T, 4)
#define PAD(x) __builtin_shufflevector(x, x, 0, 1, 2, 2)
#define UNPAD(x) __builtin_shufflevector(x, x, 0, 1, 2)
#define QUOTIENT WEFT_MATH_NAME(remquo_quotient, BITS, x4)
#else
#define PADDED(T) VECTOR(T)
#define PAD(x) (x)
#define UNPAD(x) (x)
#define QUOTIENT MATH(remquo_quotient)
#endif
__attribute__((const, nothrow)) PADDED(int) QUOTIENT(PADDED(SCALAR), PADDED(SCALAR));

static inline WEFT_BUILTIN VECTOR(int) remquoQuotient(GENTYPE x, GENTYPE y) {
  return UNPAD(QUOTIENT(PAD(x), PAD(y)));
}
#undef PADDED
#undef PAD
#undef UNPAD
#undef QUOTIENT
