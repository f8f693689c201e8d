// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants that the compiler sets when it knows the target and the build options
// (src/compiler/lower/math_target.h), so that one of two branches is left.
#pragma once

extern constant int __weft_has_fma;                   // fused multiply-add is an instruction
extern constant int __weft_has_exponent_instructions; // ldexp and those of machine.h
extern constant int __weft_relaxed_math; // -cl-fast-relaxed-math, -cl-unsafe-math-optimizations

#define HAS_FMA (__weft_has_fma != 0)
#define HAS_EXPONENT_INSTRUCTIONS (__weft_has_exponent_instructions != 0)
#define RELAXED_MATH (__weft_relaxed_math != 0)
