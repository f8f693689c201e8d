// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions. Any error is allowed (7.4): the fused form is the most exact
// one and the fastest.
#ifndef GENTYPE
#include "math/math.h"
#define GENTYPE_BODY "math/mad.cl"
#include "for_each_float_gentype.h"
#else
WEFT_BUILTIN GENTYPE mad(GENTYPE a, GENTYPE b, GENTYPE c) { return MAD(a, b, c); }
#endif
