// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Includes SCALAR_BODY with SCALAR as each type that sub-group functions take, and LANES(f) as the
// lane operation f of that type (weft_lanes.h). WEFT_INTEGERS_ONLY leaves float and double out.
#define WEFT_PASTE_LANES(f, T) __weft_##f##_##T
#define WEFT_JOIN_LANES(f, T) WEFT_PASTE_LANES(f, T)
#define LANES(f) WEFT_JOIN_LANES(f, SCALAR)

#define SCALAR char
#include SCALAR_BODY
#undef SCALAR
#define SCALAR uchar
#include SCALAR_BODY
#undef SCALAR
#define SCALAR short
#include SCALAR_BODY
#undef SCALAR
#define SCALAR ushort
#include SCALAR_BODY
#undef SCALAR
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

#ifndef WEFT_INTEGERS_ONLY
#define SCALAR float
#include SCALAR_BODY
#undef SCALAR
#define SCALAR double
#include SCALAR_BODY
#undef SCALAR
#endif

#undef LANES
#undef WEFT_JOIN_LANES
#undef WEFT_PASTE_LANES
