// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.4 Common Functions. "y if x < y, otherwise x".
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "common/max.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN GENTYPE max(GENTYPE x, GENTYPE y) { return x < y ? y : x; }
#if WIDTH > 1
WEFT_BUILTIN GENTYPE max(GENTYPE x, SCALAR y) { return max(x, (GENTYPE)y); }
#endif
#endif
