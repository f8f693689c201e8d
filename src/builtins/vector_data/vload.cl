// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.7 Vector Data Load and Store Functions. The address needs the alignment of the
// scalar only.
#ifndef SPACE
#include "builtin.h"
#define ADDRESS_SPACE_BODY "vector_data/vload.cl"
#define GENTYPE_BODY "vector_data/vload.cl"
#define WEFT_VECTORS_ONLY
#include "for_each_address_space.h"
#elif !defined(GENTYPE)
#include "for_each_gentype.h"
#else
WEFT_BUILTIN GENTYPE VNAME(vload)(size_t offset, const SPACE SCALAR *p) {
#if WIDTH == 3
  // A vector of 3 occupies 4 in memory, and the fourth may lie outside the buffer.
  p += offset * 3;
  return (GENTYPE)(p[0], p[1], p[2]);
#else
  typedef GENTYPE Unaligned __attribute__((aligned(sizeof(SCALAR))));
  return *(const SPACE Unaligned *)(p + offset * WIDTH);
#endif
}
#endif
