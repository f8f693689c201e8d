// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.4.3 Explicit Conversions. Toward zero where no mode is given; without _sat a value
// out of range may become anything.
#ifndef FROM
#include "builtin.h"
#include "conversion/convert_name.h"
#define FROM_BODY "conversion/float_to_integer.cl"
#define GENTYPE_BODY "conversion/float_to_integer.cl"
#include "conversion/for_each_float_source.h"
#elif !defined(GENTYPE)
#include "for_each_int_gentype.h"
#else

WEFT_BUILTIN GENTYPE CONVERT()(VECTOR(FROM) x) { return CAST(x, SCALAR); }
WEFT_BUILTIN GENTYPE CONVERT(_rtz)(VECTOR(FROM) x) { return CAST(x, SCALAR); }
WEFT_BUILTIN GENTYPE CONVERT(_rte)(VECTOR(FROM) x) {
  return CAST(__builtin_elementwise_roundeven(x), SCALAR);
}
WEFT_BUILTIN GENTYPE CONVERT(_rtp)(VECTOR(FROM) x) {
  return CAST(__builtin_elementwise_ceil(x), SCALAR);
}
WEFT_BUILTIN GENTYPE CONVERT(_rtn)(VECTOR(FROM) x) {
  return CAST(__builtin_elementwise_floor(x), SCALAR);
}
#endif
