// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Exact.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/ceil.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN GENTYPE ceil(GENTYPE x) { return __builtin_elementwise_ceil(x); }
#endif
