// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.5 Geometric Functions. Without overflow or underflow on the way.
#ifndef GENTYPE
#include "builtin.h"
#include "geometric/scaling.h"
#define GENTYPE_BODY "geometric/length.cl"
#include "for_each_float_gentype.h"
#else
#if WIDTH <= 4
WEFT_BUILTIN SCALAR length(GENTYPE p) {
#if WIDTH == 1
  return __builtin_elementwise_abs(p);
#else
  SCALAR largest = LARGEST_MAGNITUDE(p);
  GENTYPE scaled = p * SCALE(largest);
  return __builtin_elementwise_sqrt(dot(scaled, scaled)) * UNSCALE(largest);
#endif
}
#endif
#endif
