// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.3 Integer Functions. The result is unsigned, so abs(MIN) has a value.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "integer/abs.cl"
#include "for_each_int_gentype.h"
#else
WEFT_BUILTIN VECTOR(UINT) abs(GENTYPE x) {
#if IS_SIGNED
  return __builtin_astype(__builtin_elementwise_abs(x), VECTOR(UINT));
#else
  return x;
#endif
}
#endif
