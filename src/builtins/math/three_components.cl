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

#undef FOUR
#undef UNARY
#undef BINARY
#undef WITH_INTEGER
#endif
