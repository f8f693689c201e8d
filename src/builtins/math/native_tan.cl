// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Any error is allowed (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/native_tan.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#if BITS == 32
#include "math/scale.h"

#include "math/low_precision.h"

WEFT_BUILTIN GENTYPE native_tan(GENTYPE x) { return lowTan(x); }
#endif
#endif
