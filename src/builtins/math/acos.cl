// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 4 ulp (7.4); SLEEF's 1.0 hold everywhere.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/acos.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"

WEFT_MATH GENTYPE MATH(acos)(GENTYPE x) { return SLEEF(acos_u35)(x); }

WEFT_BUILTIN GENTYPE acos(GENTYPE x) { return MATH(acos)(x); }
#endif
