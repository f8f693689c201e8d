// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Exact; one NaN among the arguments is left out.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/fmin.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN GENTYPE fmin(GENTYPE x, GENTYPE y) { return __builtin_elementwise_minnum(x, y); }
#if WIDTH > 1
WEFT_BUILTIN GENTYPE fmin(GENTYPE x, SCALAR y) { return fmin(x, (GENTYPE)y); }
#endif
#endif
