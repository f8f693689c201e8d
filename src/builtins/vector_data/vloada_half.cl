// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.7 Vector Data Load and Store Functions. Aligned like the vector; a vector of 3
// lies in the place of one of 4.
#ifndef SPACE
#include "builtin.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define ADDRESS_SPACE_BODY "vector_data/vloada_half.cl"
#define GENTYPE_BODY "vector_data/vloada_half.cl"
#include "for_each_address_space.h"
#elif !defined(GENTYPE)
#define SCALAR float
#include "for_each_width.h"
#undef SCALAR
#else
#if WIDTH == 1
WEFT_BUILTIN float vloada_half(size_t offset, const SPACE half *p) { return p[offset]; }
#else
WEFT_BUILTIN GENTYPE VNAME(vloada_half)(size_t offset, const SPACE half *p) {
  return CAST(((const SPACE VECTOR(half) *)p)[offset], float);
}
#endif
#endif
