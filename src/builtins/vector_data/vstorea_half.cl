// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.7 Vector Data Load and Store Functions. Aligned like the vector; a vector of 3
// lies in the place of one of 4. Included for each address space, each gentype and each rounding
// mode in turn.
#ifndef SPACE
#include "builtin.h"
#include "conversion/to_half.h"
#define ADDRESS_SPACE_BODY "vector_data/vstorea_half.cl"
#define GENTYPE_BODY "vector_data/vstorea_half.cl"
#define MODE_BODY "vector_data/vstorea_half.cl"
#define WEFT_WRITABLE
#include "for_each_address_space.h"
#elif !defined(GENTYPE)
#include "for_each_float_gentype.h"
#elif !defined(MODE)
#include "vector_data/for_each_rounding_mode.h"
#else
WEFT_BUILTIN void MODE(VNAME(vstorea_half))(GENTYPE data, size_t offset, SPACE half *p) {
  VECTOR(half) value = MODE(toHalf)(data);
#if WIDTH == 1
  p[offset] = value;
#elif WIDTH == 3
  p += offset * 4;
  p[0] = value.x;
  p[1] = value.y;
  p[2] = value.z;
#else
  ((SPACE VECTOR(half) *)p)[offset] = value;
#endif
}
#endif
