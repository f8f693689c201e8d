// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 3 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/log.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"
#include "math/split_logarithm.h"

WEFT_MATH GENTYPE MATH(log)(GENTYPE x) {
#if BITS == 32
  if (!HAS_FMA)
    return SLEEF(log_u10)(x);
  GENTYPE exponent;
  GENTYPE f = splitLogarithm(x, &exponent);
  // Sollya: fpminimax(log(1+x)/x, 8, [|1,SG...|], [sqrt(.5)-1;sqrt(2)-1], relative)
  GENTYPE f2 = f * f;
  GENTYPE p = FMA(f, V(0x1.665dccp-4f), V(-0x1.255856p-3f));
  GENTYPE q = FMA(f, V(0x1.318864p-3f), V(-0x1.534d96p-3f));
  GENTYPE s = FMA(f, V(0x1.98d11ap-3f), V(-0x1.000514p-2f));
  GENTYPE t = FMA(f, V(0x1.5556fcp-2f), V(-0x1.fffff8p-2f));
  p = FMA(FMA(FMA(p, f2, q), f2, s), f2, t);
  p = FMA(p, f2, f);
  return logarithmOfSpecial(x, FMA(exponent, V(0x1.62e43p-1f), p));
#else
  return SLEEF(log_u10)(x);
#endif
}

WEFT_BUILTIN GENTYPE log(GENTYPE x) { return MATH(log)(x); }
#endif
