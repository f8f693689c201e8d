// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Includes GENTYPE_BODY for every integer and floating-point gentype: SCALAR, BITS, UINT and what
// for_each_width.h defines.
#include "for_each_float_gentype.h"
#include "for_each_int_gentype.h"
