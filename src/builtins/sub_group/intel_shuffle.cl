// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_subgroups, shuffles: of vectors too, and of two values as if one sub-group stood behind
// the other.
#ifndef SCALAR
#include "builtin.h"
#include "weft_lanes.h"
#define LANE_OPERATION sub_group_shuffle
#define SCALAR_BODY "sub_group/intel_shuffle.cl"
#include "for_each_lane_type.h"
#elif !defined(GENTYPE)
#include "sub_group/from_lane.h"

#define GENTYPE_BODY "sub_group/intel_shuffle.cl"
#include "for_each_width.h"
#undef GENTYPE_BODY
#else
#include "sub_group/from_lane.h"

WEFT_BUILTIN GENTYPE intel_sub_group_shuffle(GENTYPE data, uint index) {
  return fromLane(data, index);
}

WEFT_BUILTIN GENTYPE intel_sub_group_shuffle_xor(GENTYPE data, uint mask) {
  return fromLane(data, __weft_sub_group_lane() ^ mask);
}

WEFT_BUILTIN GENTYPE intel_sub_group_shuffle_down(GENTYPE current, GENTYPE next, uint delta) {
  const uint index = __weft_sub_group_lane() + delta;
  const GENTYPE here = fromLane(current, index), there = fromLane(next, index);
  return index < __weft_sub_group_max_size() ? here : there;
}

WEFT_BUILTIN GENTYPE intel_sub_group_shuffle_up(GENTYPE previous, GENTYPE current, uint delta) {
  const uint index = __weft_sub_group_lane() - delta;
  const GENTYPE here = fromLane(current, index), there = fromLane(previous, index);
  return __weft_sub_group_lane() >= delta ? here : there;
}

#endif
