// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.3 Integer Functions. The exact a * b + c fits in twice the width.
#ifndef GENTYPE
#include "builtin.h"
#include "integer/wide.h"
#define GENTYPE_BODY "integer/mad_sat.cl"
#include "for_each_int_gentype.h"
#else
WEFT_BUILTIN GENTYPE mad_sat(GENTYPE a, GENTYPE b, GENTYPE c) {
  VECTOR(WIDE) exact = CAST(a, WIDE) * CAST(b, WIDE) + CAST(c, WIDE);
#if IS_SIGNED
  exact = exact < (VECTOR(WIDE))MIN ? (VECTOR(WIDE))MIN : exact;
#endif
  exact = exact > (VECTOR(WIDE))MAX ? (VECTOR(WIDE))MAX : exact;
  return CAST(exact, SCALAR);
}
#endif
