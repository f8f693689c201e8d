// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.3 Integer Functions. The shift counts modulo the width, as a funnel shift does.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "integer/rotate.cl"
#include "for_each_int_gentype.h"
#else
WEFT_BUILTIN GENTYPE rotate(GENTYPE x, GENTYPE count) {
  return __builtin_elementwise_fshl(x, x, count);
}
#endif
