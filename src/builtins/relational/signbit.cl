// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.6 Relational Functions. The bit, of a NaN too.
#ifndef GENTYPE
#include "builtin.h"
#include "relational/boolean.h"
#define GENTYPE_BODY "relational/signbit.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN BOOLEAN signbit(GENTYPE x) {
  return __builtin_astype(x, VECTOR(INT)) < (VECTOR(INT))0;
}
#endif
