// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.5 Geometric Functions. The fourth component is 0.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "geometric/cross.cl"
#include "for_each_float_gentype.h"
#else
#pragma OPENCL FP_CONTRACT ON
#if WIDTH == 3
WEFT_BUILTIN GENTYPE cross(GENTYPE a, GENTYPE b) { return a.yzx * b.zxy - a.zxy * b.yzx; }
#elif WIDTH == 4
WEFT_BUILTIN GENTYPE cross(GENTYPE a, GENTYPE b) {
  return (GENTYPE)(a.yzx * b.zxy - a.zxy * b.yzx, (SCALAR)0);
}
#endif
#endif
