// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.4.3 Explicit Conversions. Only double to float rounds.
#ifndef FROM
#include "builtin.h"
#include "conversion/convert_name.h"
#include "conversion/directed_rounding.h"
#define FROM_BODY "conversion/float_to_float.cl"
#define GENTYPE_BODY "conversion/float_to_float.cl"
#include "conversion/for_each_float_source.h"
#elif !defined(GENTYPE)
#include "for_each_float_gentype.h"
#else

WEFT_BUILTIN GENTYPE CONVERT()(VECTOR(FROM) x) { return CAST(x, SCALAR); }
WEFT_BUILTIN GENTYPE CONVERT(_rte)(VECTOR(FROM) x) { return CAST(x, SCALAR); }

#if FROM_BITS > BITS
WEFT_BUILTIN GENTYPE CONVERT(_rtz)(VECTOR(FROM) x) {
  GENTYPE nearest = CAST(x, SCALAR);
  VECTOR(FROM) back = CAST(nearest, FROM);
  return towardZero(nearest, CAST(back > x, INT), CAST(back < x, INT));
}
WEFT_BUILTIN GENTYPE CONVERT(_rtp)(VECTOR(FROM) x) {
  GENTYPE nearest = CAST(x, SCALAR);
  return upward(nearest, CAST(CAST(nearest, FROM) < x, INT));
}
WEFT_BUILTIN GENTYPE CONVERT(_rtn)(VECTOR(FROM) x) {
  GENTYPE nearest = CAST(x, SCALAR);
  return downward(nearest, CAST(CAST(nearest, FROM) > x, INT));
}
#else
WEFT_BUILTIN GENTYPE CONVERT(_rtz)(VECTOR(FROM) x) { return CAST(x, SCALAR); }
WEFT_BUILTIN GENTYPE CONVERT(_rtp)(VECTOR(FROM) x) { return CAST(x, SCALAR); }
WEFT_BUILTIN GENTYPE CONVERT(_rtn)(VECTOR(FROM) x) { return CAST(x, SCALAR); }
#endif
#endif
