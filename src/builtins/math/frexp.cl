// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Exact.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/frexp.cl"
#define ADDRESS_SPACE_BODY "math/frexp.cl"
#define WEFT_WRITABLE
#include "for_each_float_gentype.h"
#elif !defined(SPACE)

#include "math/exponent.h"

#include "for_each_address_space.h"
#else
WEFT_BUILTIN GENTYPE frexp(GENTYPE x, SPACE VECTOR(int) * exponent) {
  BOOLEAN regular = ABS(x) < INFINITE && x != V(0);
  *exponent = CAST(regular ? exponentOf(x) + 1 : N(0), int);
  return regular ? significandOf(x) * V(0.5) : x;
}
#endif
