// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 2 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/rsqrt.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN GENTYPE rsqrt(GENTYPE x) { return V(1) / SQRT(x); }
#endif
