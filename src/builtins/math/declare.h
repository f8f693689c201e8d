// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included by bodies for each GENTYPE: the functions of SLEEF (3.5.1; which of its bounds holds
// where is noted at the callers).
#define WEFT_UNARY(name) __attribute__((const, nothrow)) GENTYPE MATH(name)(GENTYPE);
#define WEFT_BINARY(name) __attribute__((const, nothrow)) GENTYPE MATH(name)(GENTYPE, GENTYPE);
#include "math/functions.def"
#undef WEFT_UNARY
#undef WEFT_BINARY
