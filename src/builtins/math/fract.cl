// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Exact, but less than 1: fract(-1e-30) is the number below 1.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/fract.cl"
#define ADDRESS_SPACE_BODY "math/fract.cl"
#define WEFT_WRITABLE
#include "for_each_float_gentype.h"
#elif !defined(SPACE)
#include "for_each_address_space.h"
#else
#if BITS == 32
#define LARGEST_BELOW_ONE 0x1.fffffep-1f
#else
#define LARGEST_BELOW_ONE 0x1.fffffffffffffp-1
#endif
WEFT_BUILTIN GENTYPE fract(GENTYPE x, SPACE GENTYPE *floorOut) {
  GENTYPE whole = FLOOR(x);
  *floorOut = whole;
  GENTYPE fraction = x - whole;
  fraction = fraction > LARGEST_BELOW_ONE ? V(LARGEST_BELOW_ONE) : fraction;
  // A zero keeps its sign, and an infinity has no fraction.
  return ABS(x) == INFINITE || x == V(0) ? COPYSIGN(V(0), x) : fraction;
}
#undef LARGEST_BELOW_ONE
#endif
