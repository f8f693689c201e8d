// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.5: length, distance and normalize may neither overflow nor underflow on the
// way. A power of two brings the components into a range whose squares are normal numbers; it is
// chosen by selects, so that the code stays straight.
#pragma once

#define WEFT_LARGE_float 0x1p+62f
#define WEFT_SMALL_float 0x1p-50f
#define WEFT_SHRINK_float 0x1p-66f
#define WEFT_GROW_float 0x1p+100f
#define WEFT_LARGE_double 0x1p+510
#define WEFT_SMALL_double 0x1p-450
#define WEFT_SHRINK_double 0x1p-516
#define WEFT_GROW_double 0x1p+650

#define LARGE WEFT_JOIN(WEFT_LARGE_, SCALAR)
#define SMALL WEFT_JOIN(WEFT_SMALL_, SCALAR)
#define SHRINK WEFT_JOIN(WEFT_SHRINK_, SCALAR)
#define GROW WEFT_JOIN(WEFT_GROW_, SCALAR)

#define WEFT_MAGNITUDE_2(p) max(__builtin_elementwise_abs((p).x), __builtin_elementwise_abs((p).y))
#define WEFT_MAGNITUDE_3(p) max(WEFT_MAGNITUDE_2(p), __builtin_elementwise_abs((p).z))
#define WEFT_MAGNITUDE_4(p) max(WEFT_MAGNITUDE_3(p), __builtin_elementwise_abs((p).w))

/// The largest magnitude among the components of a vector. With a NaN it may be any of
/// them: the result is NaN whatever the scale.
#define LARGEST_MAGNITUDE(p) WEFT_JOIN(WEFT_MAGNITUDE_, WIDTH)(p)

/// The factor for components up to `largest`, and its reciprocal.
#define SCALE(largest) ((largest) > LARGE ? SHRINK : (largest) < SMALL ? GROW : (SCALAR)1)
#define UNSCALE(largest) ((largest) > LARGE ? 1 / SHRINK : (largest) < SMALL ? 1 / GROW : (SCALAR)1)
