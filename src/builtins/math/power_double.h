// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included by the bodies of pow, powr, pown and rootn for double.
#if BITS == 64
/// SLEEF's pow, which overflows a little too early (log(result) > 709.7827111) and takes 0 to the
/// power of a subnormal number for 1.
static inline WEFT_BUILTIN GENTYPE powOfDouble(GENTYPE x, GENTYPE y) {
  GENTYPE result = SLEEF(pow_u10)(x, y);
  BOOLEAN overflow = ABS(result) == INFINITE && ABS(x) < INFINITE && ABS(y) < INFINITE;
  BOOLEAN tiny = x == 0.0 && ABS(y) < LEAST_NORMAL && y != 0.0;
  if (RARELY_ANY(overflow || tiny)) {
    // A root that only rounding made too large for its square: infinity would be far off.
    GENTYPE root = SLEEF(pow_u10)(ABS(x), y * 0.5);
    root = root >= 0x1p+512 && root <= 0x1.0000000000001p+512 ? V(0x1.fffffffffffffp+511) : root;
    result = overflow && x != 0.0 ? COPYSIGN(root * root, result) : result;
    result = tiny ? (y < 0.0 ? INFINITE : V(0)) : result;
  }
  return result;
}
#endif
