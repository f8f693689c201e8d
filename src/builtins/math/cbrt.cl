// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 2 ulp (7.4); SLEEF's 1.0 hold everywhere.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/cbrt.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"

WEFT_MATH GENTYPE MATH(cbrt)(GENTYPE x) { return SLEEF(cbrt_u10)(x); }

WEFT_BUILTIN GENTYPE cbrt(GENTYPE x) { return MATH(cbrt)(x); }
#endif
