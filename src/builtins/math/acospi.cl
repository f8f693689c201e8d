// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 5 ulp (7.4): one of SLEEF and two roundings.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/acospi.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"

WEFT_MATH GENTYPE MATH(acospi)(GENTYPE x) { return SLEEF(acos_u35)(x) * ONE_OVER_PI; }

WEFT_BUILTIN GENTYPE acospi(GENTYPE x) { return MATH(acospi)(x); }
#endif
