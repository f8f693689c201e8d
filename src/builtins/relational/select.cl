// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.6 Relational Functions. A scalar c counts as true unless 0, a component of c by
// its most significant bit.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "relational/select.cl"
#include "for_each_float_gentype.h"
#include "for_each_int_gentype.h"
#else
#if WIDTH == 1
WEFT_BUILTIN GENTYPE select(GENTYPE a, GENTYPE b, INT c) { return c ? b : a; }
WEFT_BUILTIN GENTYPE select(GENTYPE a, GENTYPE b, UINT c) { return c ? b : a; }
#else
WEFT_BUILTIN GENTYPE select(GENTYPE a, GENTYPE b, VECTOR(INT) c) { return c ? b : a; }
WEFT_BUILTIN GENTYPE select(GENTYPE a, GENTYPE b, VECTOR(UINT) c) {
  return __builtin_astype(c, VECTOR(INT)) ? b : a;
}
#endif
#endif
