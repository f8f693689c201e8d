// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.4 Common Functions. One rounding of the constant and one of the product (7.4: 2
// ulp).
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "common/radians.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN GENTYPE radians(GENTYPE degrees) {
  return (GENTYPE)(SCALAR)0.017453292519943295769236907684886 * degrees;
}
#endif
