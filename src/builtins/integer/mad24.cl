// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.3 Integer Functions. See mul24.cl.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "integer/mad24.cl"
#include "for_each_int_gentype.h"
#else
#if BITS == 32
WEFT_BUILTIN GENTYPE mad24(GENTYPE x, GENTYPE y, GENTYPE z) { return x * y + z; }
#endif
#endif
