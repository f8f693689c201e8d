// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 3 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/log.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/split_logarithm.h"

WEFT_MATH GENTYPE MATH(log)(GENTYPE x) {
  GENTYPE exponent;
  GENTYPE f = splitLogarithm(x, &exponent);
#if BITS == 32
  // Sollya: fpminimax(log(1+x)/x, 8, [|1,SG...|], [-0.25;0.5], relative)
  GENTYPE p = polynomialInPairs(f, 0x1.b8277p-5f, -0x1.eccaecp-4f, 0x1.32d6ap-3f, -0x1.58a3c8p-3f,
                                0x1.99248ep-3f, -0x1.ffdc3p-3f, 0x1.5555d8p-2f, -0x1.000016p-1f);
  p = MAD(p, f * f, f);
  return logarithmOfSpecial(x, MAD(exponent, V(0x1.62e43p-1f), p));
#else
  return logarithmOfSpecial(
      x, logarithmNearOne(f, exponent, V(0x1.62e42fefap-1), V(0x1.cf79abc9e3b3ap-40)));
#endif
}

WEFT_BUILTIN GENTYPE log(GENTYPE x) { return MATH(log)(x); }
#endif
