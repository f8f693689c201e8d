// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. A quiet NaN with nancode in its fraction.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/nan.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN GENTYPE nan(VECTOR(UINT) nancode) {
  return AS_FLOAT(AS_INT(NOT_A_NUMBER) | AS_INT(nancode & (VECTOR(UINT))(FRACTION_MASK)));
}
#endif
