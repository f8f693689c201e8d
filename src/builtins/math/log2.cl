// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 3 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/log2.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/split_logarithm.h"

WEFT_MATH GENTYPE MATH(log2)(GENTYPE x) {
  GENTYPE exponent;
  GENTYPE f = splitLogarithm(x, &exponent);
#if BITS == 32
  // Sollya: fpminimax(log2(1+x)/x, 8, [|SG...|], [-0.25;0.5], relative)
  GENTYPE p = polynomialInPairs(f, 0x1.42e7aep-4f, -0x1.66977ep-3f, 0x1.bb6c16p-3f, -0x1.f0ec2p-3f,
                                0x1.2713b6p-2f, -0x1.713b68p-2f, 0x1.ec71e6p-2f, -0x1.715496p-1f);
  p = MAD(p, f, V(0x1.715476p+0f));
  return logarithmOfSpecial(x, MAD(p, f, exponent));
#else
  GENTYPE natural = logarithmNearOne(f, V(0.0), V(0.0), V(0.0));
  return logarithmOfSpecial(x, MAD(natural, V(0x1.71547652b82fep+0), exponent));
#endif
}

WEFT_BUILTIN GENTYPE log2(GENTYPE x) { return MATH(log2)(x); }
#endif
