// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included by bodies: instructions (src/compiler/lower/machine_math.h).

/// With HAS_EXPONENT_INSTRUCTIONS: floor(log2(|x|)) of any x, subnormal numbers included; infinite
/// for 0 (negative) and for infinities.
__attribute__((const, nothrow)) GENTYPE MATH(getexp)(GENTYPE);
/// With HAS_EXPONENT_INSTRUCTIONS: x times a power of two, in [0.75, 1.5); 1 for 0 and infinity,
/// and a NaN for x < 0.
__attribute__((const, nothrow)) GENTYPE MATH(getmant)(GENTYPE);
/// 1/sqrt(x) and 1/x, right to 14 bits with HAS_EXPONENT_INSTRUCTIONS. Without, only for float, to
/// 11 bits, and subnormal numbers count as 0.
__attribute__((const, nothrow)) GENTYPE MATH(rsqrt_estimate)(GENTYPE);
__attribute__((const, nothrow)) GENTYPE MATH(recip_estimate)(GENTYPE);
