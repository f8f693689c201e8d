// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.4 Common Functions. "y if y < x, otherwise x".
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "common/min.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN GENTYPE min(GENTYPE x, GENTYPE y) { return y < x ? y : x; }
#if WIDTH > 1
WEFT_BUILTIN GENTYPE min(GENTYPE x, SCALAR y) { return min(x, (GENTYPE)y); }
#endif
#endif
