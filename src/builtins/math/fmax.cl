// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Exact; one NaN among the arguments is left out.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/fmax.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN GENTYPE fmax(GENTYPE x, GENTYPE y) { return __builtin_elementwise_maxnum(x, y); }
#if WIDTH > 1
WEFT_BUILTIN GENTYPE fmax(GENTYPE x, SCALAR y) { return fmax(x, (GENTYPE)y); }
#endif
#endif
