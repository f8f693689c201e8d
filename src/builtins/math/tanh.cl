// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 5 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/tanh.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#include "math/declare.h"

WEFT_MATH GENTYPE MATH(tanh)(GENTYPE x) { return SLEEF(tanh_u35)(x); }

WEFT_BUILTIN GENTYPE tanh(GENTYPE x) { return MATH(tanh)(x); }
#endif
