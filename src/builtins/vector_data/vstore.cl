// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.7 Vector Data Load and Store Functions. The address needs the alignment of the
// scalar only.
#ifndef SPACE
#include "builtin.h"
#define ADDRESS_SPACE_BODY "vector_data/vstore.cl"
#define GENTYPE_BODY "vector_data/vstore.cl"
#define WEFT_VECTORS_ONLY
#define WEFT_WRITABLE
#include "for_each_address_space.h"
#elif !defined(GENTYPE)
#include "for_each_gentype.h"
#else
WEFT_BUILTIN void VNAME(vstore)(GENTYPE data, size_t offset, SPACE SCALAR *p) {
#if WIDTH == 3
  // A vector of 3 occupies 4 in memory, and the fourth is not ours to write.
  p += offset * 3;
  p[0] = data.x;
  p[1] = data.y;
  p[2] = data.z;
#else
  typedef GENTYPE Unaligned __attribute__((aligned(sizeof(SCALAR))));
  *(SPACE Unaligned *)(p + offset * WIDTH) = data;
#endif
}
#endif
