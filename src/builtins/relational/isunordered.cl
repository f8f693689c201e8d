// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.6 Relational Functions.
#ifndef GENTYPE
#include "builtin.h"
#include "relational/boolean.h"
#define GENTYPE_BODY "relational/isunordered.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN BOOLEAN isunordered(GENTYPE x, GENTYPE y) { return x != x || y != y; }
#endif
