// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.7 Vector Data Load and Store Functions: vload_half and vloada_half, of vectors
// that are aligned as such; there one of 3 lies in the place of one of 4. Half is a storage format
// only: no arithmetic is done in it.
#ifndef SPACE
#include "builtin.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define ADDRESS_SPACE_BODY "vector_data/vload_half.cl"
#define GENTYPE_BODY "vector_data/vload_half.cl"
#include "for_each_address_space.h"
#elif !defined(GENTYPE)
#define SCALAR float
#include "for_each_width.h"
#undef SCALAR
#else
WEFT_BUILTIN GENTYPE VNAME(vload_half)(size_t offset, const SPACE half *p) {
#if WIDTH == 1
  return p[offset];
#elif WIDTH == 3
  p += offset * 3;
  return (GENTYPE)(p[0], p[1], p[2]);
#else
  typedef VECTOR(half) Unaligned __attribute__((aligned(sizeof(half))));
  return CAST(*(const SPACE Unaligned *)(p + offset * WIDTH), float);
#endif
}

WEFT_BUILTIN GENTYPE VNAME(vloada_half)(size_t offset, const SPACE half *p) {
  return CAST(((const SPACE VECTOR(half) *)p)[offset], float);
}
#endif
