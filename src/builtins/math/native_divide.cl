// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Any error is allowed (7.4): 2 ulp or so, and 0 for |y| >
// 2^126.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/native_divide.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#if BITS == 32
WEFT_BUILTIN GENTYPE native_divide(GENTYPE x, GENTYPE y) { return x * native_recip(y); }
#endif
#endif
