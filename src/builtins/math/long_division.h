// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included by the bodies of fmod, remainder and remquo.
#include "math/declare.h"

#if BITS == 32
#define ALL_INTEGERS 0x1p+23f // numbers from here on have no fraction
#define NO_LOW_BITS 0x1p+30f  // and from here on are multiples of 128
#define DIVISOR_SCALE 0x1p+127f
#else
#define ALL_INTEGERS 0x1p+52
#define NO_LOW_BITS 0x1p+62
#define DIVISOR_SCALE 0x1p+1000
#endif

/// Whether x/y has a remainder at all.
static inline WEFT_BUILTIN BOOLEAN divisible(GENTYPE x, GENTYPE y) {
  return ABS(x) < INFINITE && y != V(0) && y == y;
}

/// The rest of x / y rounded down, for x and y >= 0, and the low seven bits of the quotient (more
/// bits may be set). Exact for every ratio: a step takes a quotient of as many digits as the type
/// has, and the rest of that is a number of the type. Nearly always one step does.
static inline WEFT_BUILTIN GENTYPE longDivision(GENTYPE x, GENTYPE y, VECTOR(INT) * quotient) {
  GENTYPE rest = x;
  *quotient = N(0);
  BOOLEAN active = divisible(x, y) && rest >= y;
  while (ANY(active)) {
    GENTYPE divisor = y;
    GENTYPE ratio = rest / divisor;
    if (RARELY_ANY(active && ratio == INFINITE)) {
      // Powers of two times y, which leave the low bits of the quotient alone. Twice are enough.
      divisor = active && ratio == INFINITE ? divisor * DIVISOR_SCALE : divisor;
      ratio = rest / divisor;
      divisor = active && ratio == INFINITE ? divisor * DIVISOR_SCALE : divisor;
      ratio = rest / divisor;
    }
    // The ratio may have been rounded up to the next number.
    GENTYPE digits = ratio < ALL_INTEGERS ? TRUNC(ratio) : ratio;
    GENTYPE less = ratio < ALL_INTEGERS ? digits - V(1) : AS_FLOAT(AS_INT(digits) - 1);
    digits = fma(-digits, divisor, rest) < V(0) ? less : digits;
    GENTYPE next = fma(-digits, divisor, rest);
    BOOLEAN counts = active && divisor == y && digits < NO_LOW_BITS;
    *quotient += TO_INT(counts ? digits : V(0));
    rest = active ? next : rest;
    active = active && rest >= y;
  }
  return rest;
}

/// Whether the quotient to the nearest is one more: ties go to the even one.
static inline WEFT_BUILTIN BOOLEAN roundsUp(GENTYPE rest, GENTYPE y, VECTOR(INT) quotient) {
  GENTYPE missing = y - rest; // exact where it is close to rest
  return missing < rest || (missing == rest && (quotient & 1) != N(0));
}
#undef ALL_INTEGERS
#undef NO_LOW_BITS
#undef DIVISOR_SCALE
