// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 3 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/log2.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"
#include "math/split_logarithm.h"

WEFT_MATH GENTYPE MATH(log2)(GENTYPE x) {
#if BITS == 32
  if (!HAS_FMA)
    return SLEEF(log2_u10)(x);
  GENTYPE exponent;
  GENTYPE f = splitLogarithm(x, &exponent);
  // Sollya: fpminimax(log2(1+x)/x, 8, [|SG...|], [sqrt(.5)-1;sqrt(2)-1], relative)
  GENTYPE f2 = f * f;
  GENTYPE p = FMA(f, V(0x1.027af6p-3f), V(-0x1.a812e2p-3f));
  GENTYPE q = FMA(f, V(0x1.b93f92p-3f), V(-0x1.e9655ap-3f));
  GENTYPE s = FMA(f, V(0x1.26dcd2p-2f), V(-0x1.715c5p-2f));
  GENTYPE t = FMA(f, V(0x1.ec736ep-2f), V(-0x1.71547p-1f));
  p = FMA(FMA(FMA(p, f2, q), f2, s), f2, t);
  p = FMA(p, f, V(0x1.715476p0f));
  return logarithmOfSpecial(x, FMA(p, f, exponent));
#else
  return SLEEF(log2_u10)(x);
#endif
}

WEFT_BUILTIN GENTYPE log2(GENTYPE x) { return MATH(log2)(x); }
#endif
