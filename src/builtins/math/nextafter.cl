// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Exact.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/nextafter.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN GENTYPE nextafter(GENTYPE x, GENTYPE y) {
  // As sign and magnitude made two's complement, floating-point numbers count up one by one.
  VECTOR(INT) from = AS_INT(x);
  VECTOR(INT) to = AS_INT(y);
  from = from < N(0) ? (VECTOR(INT))(SIGN_BIT - from) : from;
  to = to < N(0) ? (VECTOR(INT))(SIGN_BIT - to) : to;
  // A vector comparison is -1 where it holds.
  VECTOR(INT) next = from + (from < to ? N(1) : (from > to ? N(-1) : N(0)));
  next = next < N(0) ? (VECTOR(INT))(SIGN_BIT - next) : next;
  // Up from the smallest negative number lies -0, not the +0 that the count gives.
  next = next == N(0) && AS_INT(x) < N(0) ? SIGN_BIT : next;
  GENTYPE result = x == y ? y : AS_FLOAT(next);
  return x != x || y != y ? x + y : result;
}
#endif
