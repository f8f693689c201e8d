// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types of for_each_atomic.h, for one SPACE.
#define SCALAR int
#define ATOMIC atomic_int
#define IS_INTEGER 1
#define OTHER uint
#include ATOMIC_BODY
#undef SCALAR
#undef ATOMIC
#undef IS_INTEGER
#undef OTHER

#define SCALAR uint
#define ATOMIC atomic_uint
#define IS_INTEGER 1
#define OTHER int
#include ATOMIC_BODY
#undef SCALAR
#undef ATOMIC
#undef IS_INTEGER
#undef OTHER

#define SCALAR long
#define ATOMIC atomic_long
#define IS_INTEGER 1
#define OTHER ulong
#include ATOMIC_BODY
#undef SCALAR
#undef ATOMIC
#undef IS_INTEGER
#undef OTHER

#define SCALAR ulong
#define ATOMIC atomic_ulong
#define IS_INTEGER 1
#define OTHER long
#include ATOMIC_BODY
#undef SCALAR
#undef ATOMIC
#undef IS_INTEGER
#undef OTHER

#define SCALAR float
#define ATOMIC atomic_float
#define IS_INTEGER 0
#include ATOMIC_BODY
#undef SCALAR
#undef ATOMIC
#undef IS_INTEGER

#define SCALAR double
#define ATOMIC atomic_double
#define IS_INTEGER 0
#include ATOMIC_BODY
#undef SCALAR
#undef ATOMIC
#undef IS_INTEGER
