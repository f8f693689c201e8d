// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.3 Integer Functions. Zero has as many leading zeros as bits.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "integer/clz.cl"
#include "for_each_int_gentype.h"
#else
WEFT_BUILTIN GENTYPE clz(GENTYPE x) { return __builtin_elementwise_clzg(x, (GENTYPE)BITS); }
#endif
