// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.5 Geometric Functions.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "geometric/fast_distance.cl"
#include "for_each_float_gentype.h"
#else
#if BITS == 32 && WIDTH <= 4
WEFT_BUILTIN float fast_distance(GENTYPE p, GENTYPE q) { return fast_length(p - q); }
#endif
#endif
