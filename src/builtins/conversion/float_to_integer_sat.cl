// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.4.3.3 Out-of-Range Behavior and Saturated Conversions: a NaN becomes 0. Written as
// selects rather than Clang's saturating cast, which exists for scalars only.
#ifndef FROM
#include "builtin.h"
#include "conversion/convert_name.h"
#define FROM_BODY "conversion/float_to_integer_sat.cl"
#define GENTYPE_BODY "conversion/float_to_integer_sat.cl"
#include "conversion/for_each_float_source.h"
#elif !defined(GENTYPE)
#include "for_each_int_gentype.h"
#else

WEFT_BUILTIN GENTYPE CONVERT(_sat)(VECTOR(FROM) x) {
  VECTOR(FROM) number = x == x ? x : (VECTOR(FROM))(FROM)0;
  VECTOR(FROM) raised = number > (VECTOR(FROM))(FROM)MIN ? number : (VECTOR(FROM))(FROM)MIN;
#if BITS < FROM_BITS
  // The greatest integer is a number of the type of x.
  return CAST(raised < (VECTOR(FROM))(FROM)MAX ? raised : (VECTOR(FROM))(FROM)MAX, SCALAR);
#else
  // It is not, but the next power of two is. What is not below that power must not reach the cast.
  VECTOR(FROM) limit = (VECTOR(FROM))(2 * (FROM)(MAX / 2 + 1));
  GENTYPE result = CAST(raised < limit ? raised : (VECTOR(FROM))(FROM)0, SCALAR);
  return CAST(raised < limit, INT) ? result : (GENTYPE)MAX;
#endif
}
WEFT_BUILTIN GENTYPE CONVERT(_sat_rtz)(VECTOR(FROM) x) { return CONVERT(_sat)(x); }
WEFT_BUILTIN GENTYPE CONVERT(_sat_rte)(VECTOR(FROM) x) {
  return CONVERT(_sat)(__builtin_elementwise_roundeven(x));
}
WEFT_BUILTIN GENTYPE CONVERT(_sat_rtp)(VECTOR(FROM) x) {
  return CONVERT(_sat)(__builtin_elementwise_ceil(x));
}
WEFT_BUILTIN GENTYPE CONVERT(_sat_rtn)(VECTOR(FROM) x) {
  return CONVERT(_sat)(__builtin_elementwise_floor(x));
}
#endif
