// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Includes GENTYPE_BODY for SCALAR, SCALAR2, SCALAR3, ... SCALAR16, with
//   GENTYPE     the scalar or vector type
//   WIDTH       its number of components: 1, 2, 3, 4, 8 or 16
//   VECTOR(T)   the type of T components that has this width: T for a scalar
//   CAST(x, T)  x converted, component by component, as a C cast does (fptosi, trunc, sext ...)
//   VNAME(f)    f followed by the width where it is a vector: convert_int -> convert_int4
// No #pragma once: it is meant to be included many times. WEFT_VECTORS_ONLY
// leaves the scalar out.
#define WEFT_PASTE(a, b) a##b
#define WEFT_JOIN(a, b) WEFT_PASTE(a, b)
#define VECTOR(T) WEFT_JOIN(T, WEFT_SUFFIX)
#define VNAME(f) WEFT_JOIN(f, WEFT_SUFFIX)
#define GENTYPE VECTOR(SCALAR)

#ifndef WEFT_VECTORS_ONLY
#define WIDTH 1
#define WEFT_SUFFIX
#define CAST(x, T) ((T)(x))
#include GENTYPE_BODY
#undef WIDTH
#undef WEFT_SUFFIX
#undef CAST
#endif

#define CAST(x, T) __builtin_convertvector(x, VECTOR(T))

#define WIDTH 2
#define WEFT_SUFFIX 2
#include GENTYPE_BODY
#undef WIDTH
#undef WEFT_SUFFIX

#define WIDTH 3
#define WEFT_SUFFIX 3
#include GENTYPE_BODY
#undef WIDTH
#undef WEFT_SUFFIX

#define WIDTH 4
#define WEFT_SUFFIX 4
#include GENTYPE_BODY
#undef WIDTH
#undef WEFT_SUFFIX

#define WIDTH 8
#define WEFT_SUFFIX 8
#include GENTYPE_BODY
#undef WIDTH
#undef WEFT_SUFFIX

#define WIDTH 16
#define WEFT_SUFFIX 16
#include GENTYPE_BODY
#undef WIDTH
#undef WEFT_SUFFIX

#undef CAST
#undef GENTYPE
#undef VNAME
#undef VECTOR
#undef WEFT_JOIN
#undef WEFT_PASTE
