// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 16 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/tgamma.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"

WEFT_MATH GENTYPE MATH(tgamma)(GENTYPE x) { return SLEEF(tgamma_u10)(x); }

WEFT_BUILTIN GENTYPE tgamma(GENTYPE x) { return MATH(tgamma)(x); }
#endif
