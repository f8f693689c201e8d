// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Exact. Both parts have the sign of x.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/modf.cl"
#define ADDRESS_SPACE_BODY "math/modf.cl"
#define WEFT_WRITABLE
#include "for_each_float_gentype.h"
#elif !defined(SPACE)
#include "for_each_address_space.h"
#else
WEFT_BUILTIN GENTYPE modf(GENTYPE x, SPACE GENTYPE *whole) {
  GENTYPE integral = TRUNC(x);
  *whole = integral;
  GENTYPE fraction = ABS(x) == INFINITE ? V(0) : x - integral;
  return COPYSIGN(fraction, x);
}
#endif
