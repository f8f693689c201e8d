// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.4.3 Explicit Conversions. Rounding modes say nothing about integers.
#ifndef FROM
#include "builtin.h"
#include "conversion/convert_name.h"
#define FROM_BODY "conversion/integer_to_integer.cl"
#define GENTYPE_BODY "conversion/integer_to_integer.cl"
#include "conversion/for_each_integer_source.h"
#elif !defined(GENTYPE)
#include "for_each_int_gentype.h"
#else

WEFT_BUILTIN GENTYPE CONVERT()(VECTOR(FROM) x) { return CAST(x, SCALAR); }
WEFT_BUILTIN GENTYPE CONVERT(_rte)(VECTOR(FROM) x) { return CAST(x, SCALAR); }
WEFT_BUILTIN GENTYPE CONVERT(_rtz)(VECTOR(FROM) x) { return CAST(x, SCALAR); }
WEFT_BUILTIN GENTYPE CONVERT(_rtp)(VECTOR(FROM) x) { return CAST(x, SCALAR); }
WEFT_BUILTIN GENTYPE CONVERT(_rtn)(VECTOR(FROM) x) { return CAST(x, SCALAR); }

// Clamped in the type of x, which has room for a bound of the result wherever x can be beyond it.
WEFT_BUILTIN GENTYPE CONVERT(_sat)(VECTOR(FROM) x) {
#if FROM_SIGNED && !IS_SIGNED
  x = __builtin_elementwise_max(x, (VECTOR(FROM))0);
#elif FROM_SIGNED && FROM_BITS > BITS
  x = __builtin_elementwise_max(x, (VECTOR(FROM))MIN);
#endif
#if FROM_BITS > BITS || (FROM_BITS == BITS && !FROM_SIGNED && IS_SIGNED)
  x = __builtin_elementwise_min(x, (VECTOR(FROM))MAX);
#endif
  return CAST(x, SCALAR);
}
WEFT_BUILTIN GENTYPE CONVERT(_sat_rte)(VECTOR(FROM) x) { return CONVERT(_sat)(x); }
WEFT_BUILTIN GENTYPE CONVERT(_sat_rtz)(VECTOR(FROM) x) { return CONVERT(_sat)(x); }
WEFT_BUILTIN GENTYPE CONVERT(_sat_rtp)(VECTOR(FROM) x) { return CONVERT(_sat)(x); }
WEFT_BUILTIN GENTYPE CONVERT(_sat_rtn)(VECTOR(FROM) x) { return CONVERT(_sat)(x); }
#endif
