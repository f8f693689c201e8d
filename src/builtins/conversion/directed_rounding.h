// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the nearest floating-point number to the one that a directed rounding mode asks for. The
// caller says whether that number lies above or below the exact value; the neighbour is then one
// step of the bit pattern away, through zero, subnormals, the largest finite number and infinity.
#ifndef GENTYPE
#ifndef WEFT_HELPER
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define WEFT_HELPER static inline __attribute__((overloadable, always_inline))
#pragma push_macro("GENTYPE_BODY")
#undef GENTYPE_BODY
#define GENTYPE_BODY "conversion/directed_rounding.h"
#include "for_each_float_gentype.h"
#define SCALAR half
#define INT short
#include "for_each_width.h"
#undef SCALAR
#undef INT
#pragma pop_macro("GENTYPE_BODY")
#endif
#else

// The truth values are what comparisons give: 0 or 1 for a scalar, 0 or -1 for a vector.

WEFT_HELPER GENTYPE towardZero(GENTYPE nearest, VECTOR(INT) above, VECTOR(INT) below) {
  VECTOR(INT) bits = __builtin_astype(nearest, VECTOR(INT));
  VECTOR(INT) beyond = bits < (VECTOR(INT))0 ? below : above;
  return __builtin_astype((VECTOR(INT))(beyond ? bits - (VECTOR(INT))1 : bits), GENTYPE);
}

WEFT_HELPER GENTYPE upward(GENTYPE nearest, VECTOR(INT) below) {
  VECTOR(INT) bits = __builtin_astype(nearest, VECTOR(INT));
  VECTOR(INT) step = bits < (VECTOR(INT))0 ? (VECTOR(INT)) - 1 : (VECTOR(INT))1;
  return __builtin_astype((VECTOR(INT))(below ? bits + step : bits), GENTYPE);
}

WEFT_HELPER GENTYPE downward(GENTYPE nearest, VECTOR(INT) above) {
  VECTOR(INT) bits = __builtin_astype(nearest, VECTOR(INT));
  VECTOR(INT) step = bits < (VECTOR(INT))0 ? (VECTOR(INT))1 : (VECTOR(INT)) - 1;
  return __builtin_astype((VECTOR(INT))(above ? bits + step : bits), GENTYPE);
}
#endif
