// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every builtin starts with. The builtins are OpenCL C 3.0, compiled once for spir64 with
// Clang's own declarations of them in scope, so a wrong signature is a compile error and the
// mangled names are those that a call in user code produces.
#pragma once

/// Builtins are overloaded functions: C mangles names only where this is said.
#define WEFT_BUILTIN __attribute__((overloadable))

// A builtin rounds where its source says so; fma() is written out where one rounding is meant.
#pragma OPENCL FP_CONTRACT OFF
