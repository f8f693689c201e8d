// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. 4 ulp for both (7.4).
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/sincos.cl"
#define ADDRESS_SPACE_BODY "math/sincos.cl"
#define WEFT_WRITABLE
#include "for_each_float_gentype.h"
#elif !defined(SPACE)
#include "for_each_address_space.h"
#else
WEFT_BUILTIN GENTYPE sincos(GENTYPE x, SPACE GENTYPE *cosine) {
  *cosine = cos(x);
  return sin(x);
}
#endif
