// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.6 Relational Functions. Bits of b where c has ones.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "relational/bitselect_integer.cl"
#include "for_each_int_gentype.h"
#else
WEFT_BUILTIN GENTYPE bitselect(GENTYPE a, GENTYPE b, GENTYPE c) { return (a & ~c) | (b & c); }
#endif
