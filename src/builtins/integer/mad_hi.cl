// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.3 Integer Functions.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "integer/mad_hi.cl"
#include "for_each_int_gentype.h"
#else
WEFT_BUILTIN GENTYPE mad_hi(GENTYPE a, GENTYPE b, GENTYPE c) { return mul_hi(a, b) + c; }
#endif
