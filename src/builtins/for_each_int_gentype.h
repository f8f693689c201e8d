// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Includes GENTYPE_BODY for char, char2, ... ulong16. Besides what for_each_width.h defines:
//   SCALAR      the integer type
//   IS_SIGNED   1 or 0
//   BITS        8, 16, 32 or 64
//   SINT, UINT  the signed and the unsigned scalar of that size
//   MIN, MAX    the least and the greatest SCALAR
#define SCALAR char
#define IS_SIGNED 1
#define BITS 8
#define SINT char
#define UINT uchar
#define MIN CHAR_MIN
#define MAX CHAR_MAX
#include "for_each_width.h"
#undef SCALAR
#undef IS_SIGNED
#undef BITS
#undef SINT
#undef UINT
#undef MIN
#undef MAX

#define SCALAR uchar
#define IS_SIGNED 0
#define BITS 8
#define SINT char
#define UINT uchar
#define MIN 0
#define MAX UCHAR_MAX
#include "for_each_width.h"
#undef SCALAR
#undef IS_SIGNED
#undef BITS
#undef SINT
#undef UINT
#undef MIN
#undef MAX

#define SCALAR short
#define IS_SIGNED 1
#define BITS 16
#define SINT short
#define UINT ushort
#define MIN SHRT_MIN
#define MAX SHRT_MAX
#include "for_each_width.h"
#undef SCALAR
#undef IS_SIGNED
#undef BITS
#undef SINT
#undef UINT
#undef MIN
#undef MAX

#define SCALAR ushort
#define IS_SIGNED 0
#define BITS 16
#define SINT short
#define UINT ushort
#define MIN 0
#define MAX USHRT_MAX
#include "for_each_width.h"
#undef SCALAR
#undef IS_SIGNED
#undef BITS
#undef SINT
#undef UINT
#undef MIN
#undef MAX

#define SCALAR int
#define IS_SIGNED 1
#define BITS 32
#define SINT int
#define UINT uint
#define MIN INT_MIN
#define MAX INT_MAX
#include "for_each_width.h"
#undef SCALAR
#undef IS_SIGNED
#undef BITS
#undef SINT
#undef UINT
#undef MIN
#undef MAX

#define SCALAR uint
#define IS_SIGNED 0
#define BITS 32
#define SINT int
#define UINT uint
#define MIN 0
#define MAX UINT_MAX
#include "for_each_width.h"
#undef SCALAR
#undef IS_SIGNED
#undef BITS
#undef SINT
#undef UINT
#undef MIN
#undef MAX

#define SCALAR long
#define IS_SIGNED 1
#define BITS 64
#define SINT long
#define UINT ulong
#define MIN LONG_MIN
#define MAX LONG_MAX
#include "for_each_width.h"
#undef SCALAR
#undef IS_SIGNED
#undef BITS
#undef SINT
#undef UINT
#undef MIN
#undef MAX

#define SCALAR ulong
#define IS_SIGNED 0
#define BITS 64
#define SINT long
#define UINT ulong
#define MIN 0
#define MAX ULONG_MAX
#include "for_each_width.h"
#undef SCALAR
#undef IS_SIGNED
#undef BITS
#undef SINT
#undef UINT
#undef MIN
#undef MAX
