// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.3 Integer Functions. The upper half of the product in twice the width.
#ifndef GENTYPE
#include "builtin.h"
#include "integer/wide.h"
#define GENTYPE_BODY "integer/mul_hi.cl"
#include "for_each_int_gentype.h"
#else
WEFT_BUILTIN GENTYPE mul_hi(GENTYPE x, GENTYPE y) {
  return CAST((CAST(x, WIDE) * CAST(y, WIDE)) >> (VECTOR(WIDE))BITS, SCALAR);
}
#endif
