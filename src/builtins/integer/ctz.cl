// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.3 Integer Functions. Zero has as many trailing zeros as bits.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "integer/ctz.cl"
#include "for_each_int_gentype.h"
#else
WEFT_BUILTIN GENTYPE ctz(GENTYPE x) { return __builtin_elementwise_ctzg(x, (GENTYPE)BITS); }
#endif
