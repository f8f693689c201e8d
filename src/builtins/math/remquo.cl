// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Exact. The quotient's low seven bits, with the sign of x/y.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/remquo.cl"
#define ADDRESS_SPACE_BODY "math/remquo.cl"
#define WEFT_WRITABLE
#include "for_each_float_gentype.h"
#elif !defined(SPACE)

#include "math/remquo_quotient.h"

#include "for_each_address_space.h"
#else
WEFT_BUILTIN GENTYPE remquo(GENTYPE x, GENTYPE y, SPACE VECTOR(int) * quotient) {
  *quotient = remquoQuotient(x, y);
  return remainder(x, y);
}
#endif
