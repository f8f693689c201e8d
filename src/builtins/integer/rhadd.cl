// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.3 Integer Functions. (x + y + 1) >> 1 without the carry.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "integer/rhadd.cl"
#include "for_each_int_gentype.h"
#else
WEFT_BUILTIN GENTYPE rhadd(GENTYPE x, GENTYPE y) { return (x | y) - ((x ^ y) >> (GENTYPE)1); }
#endif
