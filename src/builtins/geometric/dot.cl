// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.5 Geometric Functions. Sums in one order, with a fused multiply-add where the
// machine has one.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "geometric/dot.cl"
#include "for_each_float_gentype.h"
#else
#pragma OPENCL FP_CONTRACT ON
#if WIDTH == 1
WEFT_BUILTIN SCALAR dot(GENTYPE a, GENTYPE b) { return a * b; }
#elif WIDTH == 2
WEFT_BUILTIN SCALAR dot(GENTYPE a, GENTYPE b) { return a.x * b.x + a.y * b.y; }
#elif WIDTH == 3
WEFT_BUILTIN SCALAR dot(GENTYPE a, GENTYPE b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
#elif WIDTH == 4
WEFT_BUILTIN SCALAR dot(GENTYPE a, GENTYPE b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
#endif
#endif
