// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 8192 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/half_sqrt.cl"
#include "for_each_float_gentype.h"
#else
#if BITS == 32
WEFT_BUILTIN GENTYPE half_sqrt(GENTYPE x) { return SQRT(x); }
#endif
#endif
