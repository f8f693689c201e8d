// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Includes GENTYPE_BODY for float, float2, ... double16. Besides what for_each_width.h defines:
//   SCALAR      float or double
//   BITS        32 or 64
//   INT, UINT   the integer scalars of that size: int or long, uint or ulong
#define SCALAR float
#define BITS 32
#define INT int
#define UINT uint
#include "for_each_width.h"
#undef SCALAR
#undef BITS
#undef INT
#undef UINT

#define SCALAR double
#define BITS 64
#define INT long
#define UINT ulong
#include "for_each_width.h"
#undef SCALAR
#undef BITS
#undef INT
#undef UINT
