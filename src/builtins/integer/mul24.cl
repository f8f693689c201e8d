// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.3 Integer Functions. Operands beyond 24 bits are the caller's error, so a whole
// product does.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "integer/mul24.cl"
#include "for_each_int_gentype.h"
#else
#if BITS == 32
WEFT_BUILTIN GENTYPE mul24(GENTYPE x, GENTYPE y) { return x * y; }
#endif
#endif
