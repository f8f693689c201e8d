// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Includes SCALAR_BODY with SCALAR as each type that work-group functions take: OpenCL C 3.0 6.15.16
// has none below int. LANES(f) is the lane operation f of that type (weft_lanes.h), IS_FLOAT 0 or 1.
#define WEFT_PASTE_LANES(f, T) __weft_##f##_##T
#define WEFT_JOIN_LANES(f, T) WEFT_PASTE_LANES(f, T)
#define LANES(f) WEFT_JOIN_LANES(f, SCALAR)

#define IS_FLOAT 0
#define SCALAR int
#include SCALAR_BODY
#undef SCALAR
#define SCALAR uint
#include SCALAR_BODY
#undef SCALAR
#define SCALAR long
#include SCALAR_BODY
#undef SCALAR
#define SCALAR ulong
#include SCALAR_BODY
#undef SCALAR
#undef IS_FLOAT
#define IS_FLOAT 1
#define SCALAR float
#include SCALAR_BODY
#undef SCALAR
#define SCALAR double
#include SCALAR_BODY
#undef SCALAR
#undef IS_FLOAT

#undef LANES
#undef WEFT_JOIN_LANES
#undef WEFT_PASTE_LANES
