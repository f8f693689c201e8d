// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.5 Geometric Functions.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "geometric/distance.cl"
#include "for_each_float_gentype.h"
#else
#if WIDTH <= 4
WEFT_BUILTIN SCALAR distance(GENTYPE p, GENTYPE q) { return length(p - q); }
#endif
#endif
