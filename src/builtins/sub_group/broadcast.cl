// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.20 sub_group_broadcast, for the types of cl_khr_subgroup_extended_types too,
// and the broadcasts of cl_khr_subgroup_ballot. The index is the same in all work-items.
#ifndef SCALAR
#include "builtin.h"
#include "weft_lanes.h"
#define LANE_OPERATION sub_group_broadcast
#define SCALAR_BODY "sub_group/broadcast.cl"
#include "for_each_lane_type.h"
#elif !defined(GENTYPE)
#include "sub_group/from_lane.h"

WEFT_BUILTIN SCALAR sub_group_broadcast_first(SCALAR value) {
  return fromLane(value, ctz(__weft_sub_group_ballot(true)));
}

#define GENTYPE_BODY "sub_group/broadcast.cl"
#include "for_each_width.h"
#undef GENTYPE_BODY
#else
#include "sub_group/from_lane.h"

WEFT_BUILTIN GENTYPE sub_group_broadcast(GENTYPE value, uint index) {
  return fromLane(value, index);
}

WEFT_BUILTIN GENTYPE sub_group_non_uniform_broadcast(GENTYPE value, uint index) {
  return fromLane(value, index);
}

#endif
