// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments for which intermediate results of SLEEF's functions overflow.
#pragma once

/// SLEEF's hyperbolic functions: exp(|x|) overflows before its half does.
#define HUGE_FOR_EXP V(BITS == 32 ? 88.0 : 709.0)
/// SLEEF's inverse hyperbolic functions square the argument. Here 1 is nothing beside the square.
#define HUGE_FOR_SQUARE V(BITS == 32 ? 0x1p+60 : 0x1p+500)
