// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.6 Relational Functions. Neither zero, subnormal, infinite nor NaN.
#ifndef GENTYPE
#include "builtin.h"
#include "relational/boolean.h"
#define GENTYPE_BODY "relational/isnormal.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN BOOLEAN isnormal(GENTYPE x) {
  GENTYPE magnitude = __builtin_elementwise_abs(x);
  return magnitude >= (GENTYPE)LEAST_NORMAL && magnitude < (GENTYPE)INFINITY;
}
#endif
