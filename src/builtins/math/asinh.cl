// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 4 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/asinh.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"

WEFT_MATH GENTYPE MATH(asinh)(GENTYPE x) { return SLEEF(asinh_u10)(x); }

WEFT_BUILTIN GENTYPE asinh(GENTYPE x) { return MATH(asinh)(x); }
#endif
