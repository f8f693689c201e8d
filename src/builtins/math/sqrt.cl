// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Correctly rounded, which
// -cl-fp32-correctly-rounded-divide-sqrt may ask for (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/sqrt.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN GENTYPE sqrt(GENTYPE x) { return SQRT(x); }
#endif
