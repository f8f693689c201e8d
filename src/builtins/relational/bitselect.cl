// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.6 Relational Functions. Bits of b where c has ones.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "relational/bitselect.cl"
#include "for_each_float_gentype.h"
#include "for_each_int_gentype.h"
#else
WEFT_BUILTIN GENTYPE bitselect(GENTYPE a, GENTYPE b, GENTYPE c) {
  VECTOR(INT) mask = __builtin_astype(c, VECTOR(INT));
  VECTOR(INT)
  bits = (__builtin_astype(a, VECTOR(INT)) & ~mask) | (__builtin_astype(b, VECTOR(INT)) & mask);
  return __builtin_astype(bits, GENTYPE);
}
#endif
