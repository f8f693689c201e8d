// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.3 Integer Functions. The difference in unsigned arithmetic cannot overflow.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "integer/abs_diff.cl"
#include "for_each_int_gentype.h"
#else
WEFT_BUILTIN VECTOR(UINT) abs_diff(GENTYPE x, GENTYPE y) {
  GENTYPE low = __builtin_elementwise_min(x, y);
  GENTYPE high = __builtin_elementwise_max(x, y);
  return __builtin_astype(high, VECTOR(UINT)) - __builtin_astype(low, VECTOR(UINT));
}
#endif
