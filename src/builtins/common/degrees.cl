// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.4 Common Functions. One rounding of the constant and one of the product (7.4: 2
// ulp).
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "common/degrees.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN GENTYPE degrees(GENTYPE radians) {
  return (GENTYPE)(SCALAR)57.295779513082320876798154814105 * radians;
}
#endif
