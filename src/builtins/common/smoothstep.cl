// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.4 Common Functions. Single precision may err by 1e-5 absolute (7.4).
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "common/smoothstep.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN GENTYPE smoothstep(GENTYPE edge0, GENTYPE edge1, GENTYPE x) {
  // clamp() and no branch: the vectorizer widens straight-line code without masks.
  GENTYPE t = clamp((x - edge0) / (edge1 - edge0), (GENTYPE)(SCALAR)0, (GENTYPE)(SCALAR)1);
  return t * t * ((GENTYPE)(SCALAR)3 - (GENTYPE)(SCALAR)2 * t);
}
#if WIDTH > 1
WEFT_BUILTIN GENTYPE smoothstep(SCALAR edge0, SCALAR edge1, GENTYPE x) {
  return smoothstep((GENTYPE)edge0, (GENTYPE)edge1, x);
}
#endif
#endif
