// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.7 Vector Data Load and Store Functions: vstore_half, whose address needs the
// alignment of a half only, and vstorea_half, whose vectors are aligned as such; there one of 3
// lies in the place of one of 4. Included for each address space, each gentype and each rounding
// mode in turn.
#ifndef SPACE
#include "builtin.h"
#include "conversion/to_half.h"
#define ADDRESS_SPACE_BODY "vector_data/vstore_half.cl"
#define GENTYPE_BODY "vector_data/vstore_half.cl"
#define MODE_BODY "vector_data/vstore_half.cl"
#define WEFT_WRITABLE
#include "for_each_address_space.h"
#elif !defined(GENTYPE)
static WEFT_BUILTIN void storeThree(half3 value, SPACE half *p) {
  p[0] = value.x;
  p[1] = value.y;
  p[2] = value.z;
}
#include "for_each_float_gentype.h"
#elif !defined(MODE)
#include "vector_data/for_each_rounding_mode.h"
#else
WEFT_BUILTIN void MODE(VNAME(vstore_half))(GENTYPE data, size_t offset, SPACE half *p) {
  VECTOR(half) value = MODE(toHalf)(data);
#if WIDTH == 1
  p[offset] = value;
#elif WIDTH == 3
  storeThree(value, p + offset * 3);
#else
  typedef VECTOR(half) Unaligned __attribute__((aligned(sizeof(half))));
  *(SPACE Unaligned *)(p + offset * WIDTH) = value;
#endif
}

WEFT_BUILTIN void MODE(VNAME(vstorea_half))(GENTYPE data, size_t offset, SPACE half *p) {
  VECTOR(half) value = MODE(toHalf)(data);
#if WIDTH == 3
  storeThree(value, p + offset * 4);
#else
  ((SPACE VECTOR(half) *)p)[offset] = value;
#endif
}
#endif
