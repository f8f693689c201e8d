// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Any error is allowed (7.4). The sign is that of the gamma
// function, and 0 at its poles.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/lgamma_r.cl"
#define ADDRESS_SPACE_BODY "math/lgamma_r.cl"
#define WEFT_WRITABLE
#include "for_each_float_gentype.h"
#elif !defined(SPACE)
#include "for_each_address_space.h"
#else
WEFT_BUILTIN GENTYPE lgamma_r(GENTYPE x, SPACE VECTOR(int) * sign) {
  // Negative between -1 and 0, -3 and -2, ...: where floor(x) is odd.
  GENTYPE whole = FLOOR(x);
  GENTYPE halves = whole * V(0.5);
  VECTOR(INT) value = x < V(0) && halves != FLOOR(halves) ? N(-1) : N(1);
  value = x < V(0) && whole == x ? N(0) : value;
  *sign = CAST(value, int);
  return lgamma(x);
}
#endif
