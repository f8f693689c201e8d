// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.6 Relational Functions. False for NaN, which no comparison but != admits.
#ifndef GENTYPE
#include "builtin.h"
#include "relational/boolean.h"
#define GENTYPE_BODY "relational/isfinite.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN BOOLEAN isfinite(GENTYPE x) {
  return __builtin_elementwise_abs(x) < (GENTYPE)INFINITY;
}
#endif
