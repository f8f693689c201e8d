// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 3 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/exp2.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/scale.h"

WEFT_MATH GENTYPE MATH(exp2)(GENTYPE x) {
#if BITS == 32
  // Beyond these the result is 0 or infinite. A NaN passes: both comparisons are false.
  x = x > 129.0f ? V(129.0f) : x;
  x = x < -150.0f ? V(-151.0f) : x;
  // Adding 1.5 * 2^23 rounds to an integer and leaves it in the low bits.
  GENTYPE shifted = x + 0x1.8p+23f;
  VECTOR(INT) n = AS_INT(shifted) - 0x4b400000;
  GENTYPE r = x - (HAS_EXPONENT_INSTRUCTIONS ? TO_FLOAT(n)
                                             : shifted - 0x1.8p+23f); // ldexp converts n again
  // Sollya: fpminimax(2^x, [|0,...,6|], [|1,SG...|], [-0.5;0.5], relative)
  GENTYPE p = V(0x1.3f9bcp-13f);
  p = MAD(p, r, V(0x1.5f0b8cp-10f));
  p = MAD(p, r, V(0x1.3b30a6p-7f));
  p = MAD(p, r, V(0x1.c6af76p-5f));
  p = MAD(p, r, V(0x1.ebfbd8p-3f));
  p = MAD(p, r, V(0x1.62e43p-1f));
  p = MAD(p, r, V(1.0f));
  return scaleByPowerOfTwo(p, n);
#else
  // As above.
  x = x > 1025.0 ? V(1025.0) : x;
  x = x < -1076.0 ? V(-1076.0) : x;
  GENTYPE shifted = x + 0x1.8p+52;
  VECTOR(INT) n = AS_INT(shifted) - 0x4338000000000000;
  GENTYPE r = x - (shifted - 0x1.8p+52);
  // Sollya: fpminimax(2^x, [|0,...,11|], [|1,D...|], [-0.5;0.5], relative)
  GENTYPE p = MAD(r, V(0x1.e94d20e92be29p-32), V(0x1.e61c2b7944bc5p-28));
  p = MAD(p, r, V(0x1.b5253ba5a560ap-24));
  p = MAD(p, r, V(0x1.62bfc7112bf6fp-20));
  p = MAD(p, r, V(0x1.ffcbfc5af865ep-17));
  p = MAD(p, r, V(0x1.4309130f17d3dp-13));
  p = MAD(p, r, V(0x1.5d87fe78a0ca2p-10));
  p = MAD(p, r, V(0x1.3b2ab6fb9ffa6p-7));
  p = MAD(p, r, V(0x1.c6b08d704a123p-5));
  p = MAD(p, r, V(0x1.ebfbdff82c5a5p-3));
  p = MAD(p, r, V(0x1.62e42fefa39efp-1));
  p = MAD(p, r, V(0x1p+0));
  return scaleByPowerOfTwo(p, n);
#endif
}

WEFT_BUILTIN GENTYPE exp2(GENTYPE x) { return MATH(exp2)(x); }
#endif
