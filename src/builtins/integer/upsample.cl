// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.3 Integer Functions. The low half is always unsigned.
#ifndef GENTYPE
#include "builtin.h"
#include "integer/wide.h"
#define GENTYPE_BODY "integer/upsample.cl"
#include "for_each_int_gentype.h"
#else
#if BITS < 64
WEFT_BUILTIN VECTOR(WIDE) upsample(GENTYPE high, VECTOR(UINT) low) {
  return (CAST(high, WIDE) << (VECTOR(WIDE))BITS) | CAST(low, WIDE);
}
#endif
#endif
