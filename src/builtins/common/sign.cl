// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.4 Common Functions. Zeros keep their sign, NaN gives 0.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "common/sign.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN GENTYPE sign(GENTYPE x) {
  GENTYPE zero = (GENTYPE)(SCALAR)0;
  GENTYPE one = __builtin_elementwise_copysign((GENTYPE)(SCALAR)1, x);
  return x < zero || x > zero ? one : x == x ? x : zero;
}
#endif
