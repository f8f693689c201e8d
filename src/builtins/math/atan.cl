// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 5 ulp (7.4); SLEEF's 1.0 hold everywhere.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/atan.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"

WEFT_MATH GENTYPE MATH(atan)(GENTYPE x) { return SLEEF(atan_u35)(x); }

WEFT_BUILTIN GENTYPE atan(GENTYPE x) { return MATH(atan)(x); }
#endif
