// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions: those that call MATH functions, for three components. The
// fourth repeats the third, so that it does not fall into a slow path of its own.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/three_components.cl"
#include "for_each_float_gentype.h"
#elif WIDTH == 3
#define FOUR(T) WEFT_JOIN(T, 4)
#define UNARY(name)                                                                                \
  WEFT_BUILTIN FOUR(SCALAR) name(FOUR(SCALAR));                                                    \
  WEFT_BUILTIN GENTYPE name(GENTYPE x) { return name(x.xyzz).xyz; }
#define BINARY(name)                                                                               \
  WEFT_BUILTIN FOUR(SCALAR) name(FOUR(SCALAR), FOUR(SCALAR));                                      \
  WEFT_BUILTIN GENTYPE name(GENTYPE x, GENTYPE y) { return name(x.xyzz, y.xyzz).xyz; }
#define WITH_INTEGER(name)                                                                         \
  WEFT_BUILTIN FOUR(SCALAR) name(FOUR(SCALAR), int4);                                              \
  WEFT_BUILTIN GENTYPE name(GENTYPE x, int3 n) { return name(x.xyzz, n.xyzz).xyz; }

UNARY(acos)
UNARY(acosh)
UNARY(acospi)
UNARY(asin)
UNARY(asinh)
UNARY(asinpi)
UNARY(atan)
UNARY(atanh)
UNARY(atanpi)
UNARY(cbrt)
UNARY(cos)
UNARY(cosh)
UNARY(cospi)
UNARY(erf)
UNARY(erfc)
UNARY(exp)
UNARY(exp10)
UNARY(exp2)
UNARY(expm1)
UNARY(lgamma)
UNARY(log)
UNARY(log10)
UNARY(log1p)
UNARY(log2)
UNARY(rsqrt)
UNARY(sin)
UNARY(sinh)
UNARY(sinpi)
UNARY(tan)
UNARY(tanh)
UNARY(tanpi)
UNARY(tgamma)
BINARY(atan2)
BINARY(atan2pi)
BINARY(fmod)
BINARY(hypot)
BINARY(pow)
BINARY(powr)
BINARY(remainder)
WITH_INTEGER(pown)
WITH_INTEGER(rootn)
#if BITS == 32
UNARY(half_log)
UNARY(half_log10)
UNARY(half_log2)
UNARY(half_exp)
UNARY(half_exp2)
UNARY(half_exp10)
UNARY(native_exp)
UNARY(native_exp2)
UNARY(native_exp10)
UNARY(half_sin)
UNARY(half_cos)
UNARY(half_tan)
UNARY(native_sin)
UNARY(native_cos)
UNARY(native_tan)
UNARY(half_recip)
UNARY(half_rsqrt)
UNARY(half_sqrt)
UNARY(native_log)
UNARY(native_log10)
UNARY(native_log2)
UNARY(native_recip)
UNARY(native_rsqrt)
UNARY(native_sqrt)
BINARY(half_powr)
BINARY(native_divide)
BINARY(native_powr)
#endif

#undef FOUR
#undef UNARY
#undef BINARY
#undef WITH_INTEGER
#endif
