// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// WIDE is the integer scalar of twice SCALAR's size and of its signedness; VECTOR(WIDE) works too.
#pragma once

typedef _BitInt(128) int128; // spir64 has no __int128
typedef int128 int1282 __attribute__((ext_vector_type(2)));
typedef int128 int1283 __attribute__((ext_vector_type(3)));
typedef int128 int1284 __attribute__((ext_vector_type(4)));
typedef int128 int1288 __attribute__((ext_vector_type(8)));
typedef int128 int12816 __attribute__((ext_vector_type(16)));
typedef unsigned _BitInt(128) uint128;
typedef uint128 uint1282 __attribute__((ext_vector_type(2)));
typedef uint128 uint1283 __attribute__((ext_vector_type(3)));
typedef uint128 uint1284 __attribute__((ext_vector_type(4)));
typedef uint128 uint1288 __attribute__((ext_vector_type(8)));
typedef uint128 uint12816 __attribute__((ext_vector_type(16)));

#define WEFT_WIDE_char short
#define WEFT_WIDE_uchar ushort
#define WEFT_WIDE_short int
#define WEFT_WIDE_ushort uint
#define WEFT_WIDE_int long
#define WEFT_WIDE_uint ulong
#define WEFT_WIDE_long int128
#define WEFT_WIDE_ulong uint128
#define WIDE WEFT_JOIN(WEFT_WIDE_, SCALAR)
