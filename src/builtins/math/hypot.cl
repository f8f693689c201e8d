// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 4 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/hypot.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"

WEFT_MATH GENTYPE MATH(hypot)(GENTYPE x, GENTYPE y) { return SLEEF(hypot_u35)(x, y); }

WEFT_BUILTIN GENTYPE hypot(GENTYPE x, GENTYPE y) { return MATH(hypot)(x, y); }
#endif
