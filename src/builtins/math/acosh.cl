// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 4 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/acosh.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"

WEFT_MATH GENTYPE MATH(acosh)(GENTYPE x) { return SLEEF(acosh_u10)(x); }

WEFT_BUILTIN GENTYPE acosh(GENTYPE x) { return MATH(acosh)(x); }
#endif
