// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Includes FROM_BODY for each integer type to convert from: FROM, FROM_BITS and FROM_SIGNED.
#define FROM char
#define FROM_BITS 8
#define FROM_SIGNED 1
#include FROM_BODY
#undef FROM
#undef FROM_BITS
#undef FROM_SIGNED

#define FROM uchar
#define FROM_BITS 8
#define FROM_SIGNED 0
#include FROM_BODY
#undef FROM
#undef FROM_BITS
#undef FROM_SIGNED

#define FROM short
#define FROM_BITS 16
#define FROM_SIGNED 1
#include FROM_BODY
#undef FROM
#undef FROM_BITS
#undef FROM_SIGNED

#define FROM ushort
#define FROM_BITS 16
#define FROM_SIGNED 0
#include FROM_BODY
#undef FROM
#undef FROM_BITS
#undef FROM_SIGNED

#define FROM int
#define FROM_BITS 32
#define FROM_SIGNED 1
#include FROM_BODY
#undef FROM
#undef FROM_BITS
#undef FROM_SIGNED

#define FROM uint
#define FROM_BITS 32
#define FROM_SIGNED 0
#include FROM_BODY
#undef FROM
#undef FROM_BITS
#undef FROM_SIGNED

#define FROM long
#define FROM_BITS 64
#define FROM_SIGNED 1
#include FROM_BODY
#undef FROM
#undef FROM_BITS
#undef FROM_SIGNED

#define FROM ulong
#define FROM_BITS 64
#define FROM_SIGNED 0
#include FROM_BODY
#undef FROM
#undef FROM_BITS
#undef FROM_SIGNED
