// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 8192 ulp (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/half_log2.cl"
#include "for_each_float_gentype.h"
#elif WIDTH != 3
#if BITS == 32
#include "math/scale.h"

#include "math/low_precision.h"

WEFT_BUILTIN GENTYPE half_log2(GENTYPE x) { return lowLog2(x); }
#endif
#endif
