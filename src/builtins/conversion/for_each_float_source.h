// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Includes FROM_BODY for each floating-point type to convert from: FROM and FROM_BITS.
#define FROM float
#define FROM_BITS 32
#include FROM_BODY
#undef FROM
#undef FROM_BITS

#define FROM double
#define FROM_BITS 64
#include FROM_BODY
#undef FROM
#undef FROM_BITS
