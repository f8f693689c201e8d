// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.5 Geometric Functions. Zeros stay; up to 8192 ulp are allowed.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "geometric/fast_normalize.cl"
#include "for_each_float_gentype.h"
#else
#if BITS == 32 && WIDTH <= 4
WEFT_BUILTIN GENTYPE fast_normalize(GENTYPE p) {
  float squares = dot(p, p);
  return p * (squares == 0 ? 1.0f : 1.0f / __builtin_elementwise_sqrt(squares));
}
#endif
#endif
