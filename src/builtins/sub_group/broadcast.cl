// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.20 sub_group_broadcast, for the types of cl_khr_subgroup_extended_types too,
// and the broadcasts of cl_khr_subgroup_ballot. The index is the same in all work-items.
#ifndef SCALAR
#include "builtin.h"
#include "weft_lanes.h"
#define SCALAR_BODY "sub_group/broadcast.cl"
#include "for_each_lane_type.h"
#elif !defined(GENTYPE)

static WEFT_BUILTIN SCALAR one(SCALAR value, uint index) {
  return LANES(sub_group_broadcast)(value, index);
}

WEFT_BUILTIN SCALAR sub_group_broadcast_first(SCALAR value) {
  return one(value, ctz(__weft_sub_group_ballot(true)));
}

#define GENTYPE_BODY "sub_group/broadcast.cl"
#include "for_each_width.h"
#undef GENTYPE_BODY
#else

#if WIDTH > 1
static WEFT_BUILTIN GENTYPE one(GENTYPE value, uint index) {
  GENTYPE result;
#pragma unroll
  for (int i = 0; i < WIDTH; ++i)
    result[i] = one(value[i], index);
  return result;
}
#endif

WEFT_BUILTIN GENTYPE sub_group_broadcast(GENTYPE value, uint index) { return one(value, index); }

WEFT_BUILTIN GENTYPE sub_group_non_uniform_broadcast(GENTYPE value, uint index) {
  return one(value, index);
}

#endif
