// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 6 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/atan2.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"

WEFT_MATH GENTYPE MATH(atan2)(GENTYPE x, GENTYPE y) { return SLEEF(atan2_u35)(x, y); }

WEFT_BUILTIN GENTYPE atan2(GENTYPE x, GENTYPE y) { return MATH(atan2)(x, y); }
#endif
