// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.3 Integer Functions. Undefined for low > high, so the order of the two does not
// matter.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "integer/clamp.cl"
#include "for_each_int_gentype.h"
#else
WEFT_BUILTIN GENTYPE clamp(GENTYPE x, GENTYPE low, GENTYPE high) {
  return __builtin_elementwise_min(__builtin_elementwise_max(x, low), high);
}
#if WIDTH > 1
WEFT_BUILTIN GENTYPE clamp(GENTYPE x, SCALAR low, SCALAR high) {
  return clamp(x, (GENTYPE)low, (GENTYPE)high);
}
#endif
#endif
