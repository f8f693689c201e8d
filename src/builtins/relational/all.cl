// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.6 Relational Functions. The most significant bit of a component counts.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "relational/all.cl"
#include "for_each_int_gentype.h"
#else
#if IS_SIGNED && WIDTH == 1
WEFT_BUILTIN int all(GENTYPE x) { return x < 0; }
#elif IS_SIGNED
WEFT_BUILTIN int all(GENTYPE x) { return __builtin_reduce_and(x) < 0; }
#endif
#endif
