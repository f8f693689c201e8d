// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.6 Relational Functions: what they return for a GENTYPE is what the comparison
// operators give: 1 in an int for a scalar, of either precision, and -1 in each component, an
// integer of the operand's size, for a vector.
#pragma once

#define WEFT_BOOLEAN_1 int
#define WEFT_BOOLEAN_2 VECTOR(INT)
#define WEFT_BOOLEAN_3 VECTOR(INT)
#define WEFT_BOOLEAN_4 VECTOR(INT)
#define WEFT_BOOLEAN_8 VECTOR(INT)
#define WEFT_BOOLEAN_16 VECTOR(INT)
// A join of its own, because the types above use WEFT_JOIN, and a macro does not expand inside
// itself.
#define WEFT_BOOLEAN_JOIN(a, b) a##b
#define WEFT_BOOLEAN_OF(width) WEFT_BOOLEAN_JOIN(WEFT_BOOLEAN_, width)
#define BOOLEAN WEFT_BOOLEAN_OF(WIDTH)

#define WEFT_LEAST_NORMAL_float 0x1p-126f
#define WEFT_LEAST_NORMAL_double 0x1p-1022
#define LEAST_NORMAL WEFT_JOIN(WEFT_LEAST_NORMAL_, SCALAR)
