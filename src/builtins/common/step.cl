// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.4 Common Functions.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "common/step.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN GENTYPE step(GENTYPE edge, GENTYPE x) {
  return x < edge ? (GENTYPE)(SCALAR)0 : (GENTYPE)(SCALAR)1;
}
#if WIDTH > 1
WEFT_BUILTIN GENTYPE step(SCALAR edge, GENTYPE x) { return step((GENTYPE)edge, x); }
#endif
#endif
