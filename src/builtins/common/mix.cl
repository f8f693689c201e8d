// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.4 Common Functions. A fused multiply-add where the machine has one.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "common/mix.cl"
#include "for_each_float_gentype.h"
#else
#pragma OPENCL FP_CONTRACT ON
WEFT_BUILTIN GENTYPE mix(GENTYPE x, GENTYPE y, GENTYPE a) { return x + (y - x) * a; }
#if WIDTH > 1
WEFT_BUILTIN GENTYPE mix(GENTYPE x, GENTYPE y, SCALAR a) { return mix(x, y, (GENTYPE)a); }
#endif
#endif
