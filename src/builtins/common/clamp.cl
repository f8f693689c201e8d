// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.4 Common Functions. fmin(fmax(x, low), high): a NaN gives low. Each line is one
// instruction on x86.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "common/clamp.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN GENTYPE clamp(GENTYPE x, GENTYPE low, GENTYPE high) {
  GENTYPE raised = x > low ? x : low;
  return raised < high ? raised : high;
}
#if WIDTH > 1
WEFT_BUILTIN GENTYPE clamp(GENTYPE x, SCALAR low, SCALAR high) {
  return clamp(x, (GENTYPE)low, (GENTYPE)high);
}
#endif
#endif
