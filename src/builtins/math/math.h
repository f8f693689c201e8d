// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the math builtins are written with, on top of for_each_width.h. A function of 6.15.2 that is
// more than a few instructions has two parts: the builtin, `sin(float4)`, and the function that it
// calls, MATH(sin) = `__weft_sin_f32x4`, which stays a call until loops have been vectorised
// (src/compiler/lower/vector_math.h) and so must be free of side effects and elementwise. MATH
// functions are not written for three components: three_components.cl pads.
//
// All widths must give the same bits, so nothing here is contracted or reassociated by the compiler
// and SLEEF(...) means SLEEF's deterministic forms.
#pragma once

#include "builtin.h"
#include "math/math_target.h"
#include "relational/boolean.h"

/// Kept apart from its callers until LowerVectorMathPass.
#define WEFT_MATH __attribute__((noinline, const))

#define WEFT_LANES_1
#define WEFT_LANES_2 x2
#define WEFT_LANES_4 x4
#define WEFT_LANES_8 x8
#define WEFT_LANES_16 x16
#define WEFT_MATH_PASTE(name, bits, lanes) __weft_##name##_f##bits##lanes
#define WEFT_MATH_NAME(name, bits, lanes) WEFT_MATH_PASTE(name, bits, lanes)
#define WEFT_MATH_LANES(width) WEFT_BOOLEAN_JOIN(WEFT_LANES_, width)
#define MATH(name) WEFT_MATH_NAME(name, BITS, WEFT_MATH_LANES(WIDTH))
/// SLEEF's function with its error bound: SLEEF(sin_u10).
#define SLEEF(name) MATH(sleef_##name)

/// A number in every component.
#define V(number) ((GENTYPE)(SCALAR)(number))
/// An integer of the operand's size in every component.
#define N(number) ((VECTOR(INT))(INT)(number))
#define AS_INT(x) __builtin_astype(x, VECTOR(INT))
#define AS_UINT(x) __builtin_astype(x, VECTOR(UINT))
#define AS_FLOAT(x) __builtin_astype(x, GENTYPE)
#define TO_INT(x) CAST(x, INT)
#define TO_FLOAT(x) CAST(x, SCALAR)

#define FMA(a, b, c) __builtin_elementwise_fma(a, b, c)
/// Where one rounding or two makes no difference, as in most polynomials: fused exactly where that
/// is an instruction (llvm.fmuladd).
#define MAD(a, b, c) ({ _Pragma("clang fp contract(on)")(a) * (b) + (c); })
#define SQRT(x) __builtin_elementwise_sqrt(x)
#define ABS(x) __builtin_elementwise_abs(x)
#define RINT(x) __builtin_elementwise_rint(x)
#define FLOOR(x) __builtin_elementwise_floor(x)
#define TRUNC(x) __builtin_elementwise_trunc(x)
#define COPYSIGN(x, sign) __builtin_elementwise_copysign(x, sign)

/// Whether the condition, a BOOLEAN, holds in any component.
#define WEFT_ANY_1(condition) (condition)
#define WEFT_ANY_2(condition) (__builtin_reduce_or(condition) != 0)
#define WEFT_ANY_4(condition) WEFT_ANY_2(condition)
#define WEFT_ANY_8(condition) WEFT_ANY_2(condition)
#define WEFT_ANY_16(condition) WEFT_ANY_2(condition)
#define WEFT_ANY_OF(width) WEFT_BOOLEAN_JOIN(WEFT_ANY_, width)
#define ANY(condition) WEFT_ANY_OF(WIDTH)(condition)
/// The same for what hardly ever happens: the code for it is put out of the way.
#define RARELY_ANY(condition) __builtin_expect(ANY(condition), 0)

#define WEFT_INFINITY_float __builtin_inff()
#define WEFT_INFINITY_double __builtin_inf()
#define INFINITE V(WEFT_JOIN(WEFT_INFINITY_, SCALAR))
#define WEFT_NAN_float __builtin_nanf("")
#define WEFT_NAN_double __builtin_nan("")
#define NOT_A_NUMBER V(WEFT_JOIN(WEFT_NAN_, SCALAR))

#define WEFT_SIGN_float 0x80000000u
#define WEFT_SIGN_double 0x8000000000000000ul
/// The bits of -0.
#define SIGN_BIT N(WEFT_JOIN(WEFT_SIGN_, SCALAR))
#define WEFT_FRACTION_float 0x007fffff
#define WEFT_FRACTION_double 0x000fffffffffffffl
#define FRACTION_MASK WEFT_JOIN(WEFT_FRACTION_, SCALAR)
#define ONE_OVER_PI V(0x1.45f306dc9c883p-2)
/// x with its sign turned where `sign` has the sign bit.
#define FLIP_SIGN(x, sign) AS_FLOAT(AS_INT(x) ^ (sign))
