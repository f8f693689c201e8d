// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A step of for_each_int_gentype.h: the signed and the unsigned type of one size.
#define SCALAR INT
#define IS_SIGNED 1
#define MIN INT_TYPE_MIN
#define MAX INT_TYPE_MAX
#include "for_each_width.h"
#undef SCALAR
#undef IS_SIGNED
#undef MIN
#undef MAX

#define SCALAR UINT
#define IS_SIGNED 0
#define MIN 0
#define MAX UINT_TYPE_MAX
#include "for_each_width.h"
#undef SCALAR
#undef IS_SIGNED
#undef MIN
#undef MAX

#undef BITS
#undef INT
#undef UINT
#undef INT_TYPE_MIN
#undef INT_TYPE_MAX
#undef UINT_TYPE_MAX
