// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 3 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/log10.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/split_logarithm.h"

WEFT_MATH GENTYPE MATH(log10)(GENTYPE x) {
  GENTYPE exponent;
  GENTYPE f = splitLogarithm(x, &exponent);
#if BITS == 32
  // Sollya: fpminimax(log10(1+x)/x, 8, [|SG...|], [-0.25;0.5], relative)
  GENTYPE p = polynomialInPairs(f, 0x1.727a3ep-6f, -0x1.a5739ep-5f, 0x1.09d28ap-4f, -0x1.2baff4p-4f,
                                0x1.637d9ap-4f, -0x1.bc962p-4f, 0x1.287a58p-3f, -0x1.bcb7dap-3f);
  p = MAD(p, f, V(0x1.bcb7b2p-2f));
  return logarithmOfSpecial(x, MAD(exponent, V(0x1.344136p-2f), p * f));
#else
  GENTYPE natural = logarithmNearOne(f, V(0.0), V(0.0), V(0.0));
  GENTYPE low = MAD(exponent, V(0x1.9fef311f12b36p-42), natural * 0x1.bcb7b1526e50ep-2);
  return logarithmOfSpecial(x, MAD(exponent, V(0x1.34413509f6p-2), low));
#endif
}

WEFT_BUILTIN GENTYPE log10(GENTYPE x) { return MATH(log10)(x); }
#endif
