// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 3 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/log10.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"
#include "math/split_logarithm.h"

WEFT_MATH GENTYPE MATH(log10)(GENTYPE x) {
#if BITS == 32
  if (!HAS_FMA)
    return SLEEF(log10_u10)(x);
  GENTYPE exponent;
  GENTYPE f = splitLogarithm(x, &exponent);
  // Sollya: fpminimax(log10(1+x)/x, 8, [|SG...|], [sqrt(.5)-1;sqrt(2)-1], relative)
  GENTYPE f2 = f * f;
  GENTYPE p = FMA(f, V(0x1.35c5d4p-5f), V(-0x1.003666p-4f));
  GENTYPE q = FMA(f, V(0x1.0a6dc2p-4f), V(-0x1.268b4cp-4f));
  GENTYPE s = FMA(f, V(0x1.62f08p-4f), V(-0x1.bcc1bep-4f));
  GENTYPE t = FMA(f, V(0x1.287ccap-3f), V(-0x1.bcb7aap-3f));
  p = FMA(FMA(FMA(p, f2, q), f2, s), f2, t);
  p = FMA(p, f, V(0x1.bcb7bp-2f));
  return logarithmOfSpecial(x, FMA(exponent, V(0x1.344136p-2f), p * f));
#else
  return SLEEF(log10_u10)(x);
#endif
}

WEFT_BUILTIN GENTYPE log10(GENTYPE x) { return MATH(log10)(x); }
#endif
