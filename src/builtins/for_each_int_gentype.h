// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Includes GENTYPE_BODY for char, char2, ... ulong16. Besides what for_each_width.h defines:
//   SCALAR      the integer type
//   IS_SIGNED   1 or 0
//   BITS        8, 16, 32 or 64
//   INT, UINT   the signed and the unsigned scalar of that size
//   MIN, MAX    the least and the greatest SCALAR
#define BITS 8
#define INT char
#define UINT uchar
#define INT_TYPE_MIN CHAR_MIN
#define INT_TYPE_MAX CHAR_MAX
#define UINT_TYPE_MAX UCHAR_MAX
#include "for_each_sign.h"

#define BITS 16
#define INT short
#define UINT ushort
#define INT_TYPE_MIN SHRT_MIN
#define INT_TYPE_MAX SHRT_MAX
#define UINT_TYPE_MAX USHRT_MAX
#include "for_each_sign.h"

#define BITS 32
#define INT int
#define UINT uint
#define INT_TYPE_MIN INT_MIN
#define INT_TYPE_MAX INT_MAX
#define UINT_TYPE_MAX UINT_MAX
#include "for_each_sign.h"

#define BITS 64
#define INT long
#define UINT ulong
#define INT_TYPE_MIN LONG_MIN
#define INT_TYPE_MAX LONG_MAX
#define UINT_TYPE_MAX ULONG_MAX
#include "for_each_sign.h"
