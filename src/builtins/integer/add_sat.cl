// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.3 Integer Functions.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "integer/add_sat.cl"
#include "for_each_int_gentype.h"
#else
WEFT_BUILTIN GENTYPE add_sat(GENTYPE x, GENTYPE y) { return __builtin_elementwise_add_sat(x, y); }
#endif
