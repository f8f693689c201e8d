// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.5 Geometric Functions. An infinite component counts as 1 and the finite ones
// beside it as 0; zeros stay (7.5.1).
#ifndef GENTYPE
#include "builtin.h"
#include "geometric/scaling.h"
#define GENTYPE_BODY "geometric/normalize.cl"
#include "for_each_float_gentype.h"
#else
#if WIDTH == 1
WEFT_BUILTIN GENTYPE normalize(GENTYPE p) {
  return __builtin_elementwise_abs(p) > 0 ? __builtin_elementwise_copysign((SCALAR)1, p) : p;
}
#elif WIDTH <= 4
WEFT_BUILTIN GENTYPE normalize(GENTYPE p) {
  SCALAR largest = LARGEST_MAGNITUDE(p);
  GENTYPE unit = __builtin_elementwise_copysign((GENTYPE)(SCALAR)1, p);
  GENTYPE directions = __builtin_elementwise_abs(p) == (GENTYPE)INFINITY ? unit : p * (SCALAR)0;
  int infinite = largest == (SCALAR)INFINITY;
  // Enlarged components are exact, shrunk ones may lose bits: the result is made from the former
  // and shrunk last, so that a component much smaller than the others is rounded once.
  GENTYPE enlarged = infinite ? directions : p * (largest < SMALL ? GROW : (SCALAR)1);
  SCALAR shrink = largest > LARGE && !infinite ? SHRINK : (SCALAR)1;
  GENTYPE scaled = enlarged * shrink;
  SCALAR squares = dot(scaled, scaled);
  SCALAR factor = (SCALAR)1 / __builtin_elementwise_sqrt(squares);
  return squares == 0 ? p : enlarged * factor * shrink;
}
#endif
#endif
