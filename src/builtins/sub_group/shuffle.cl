// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_subgroup_shuffle, _shuffle_relative and _rotate: the value of another work-item. Undefined
// where that one does not exist or is not active; here it is then that of some lane.
#ifndef SCALAR
#include "builtin.h"
#include "weft_lanes.h"
#define SCALAR_BODY "sub_group/shuffle.cl"
#include "for_each_lane_type.h"
#else

WEFT_BUILTIN SCALAR sub_group_shuffle(SCALAR value, uint index) {
  return LANES(sub_group_shuffle)(value, index);
}

WEFT_BUILTIN SCALAR sub_group_shuffle_xor(SCALAR value, uint mask) {
  return LANES(sub_group_shuffle)(value, __weft_sub_group_lane() ^ mask);
}

WEFT_BUILTIN SCALAR sub_group_shuffle_up(SCALAR value, uint delta) {
  return LANES(sub_group_shuffle)(value, __weft_sub_group_lane() - delta);
}

WEFT_BUILTIN SCALAR sub_group_shuffle_down(SCALAR value, uint delta) {
  return LANES(sub_group_shuffle)(value, __weft_sub_group_lane() + delta);
}

// A lane number counts modulo the size of a sub-group.
WEFT_BUILTIN SCALAR sub_group_rotate(SCALAR value, int delta) {
  return LANES(sub_group_shuffle)(value, __weft_sub_group_lane() + (uint)delta);
}

WEFT_BUILTIN SCALAR sub_group_clustered_rotate(SCALAR value, int delta, uint size) {
  const uint lane = __weft_sub_group_lane();
  const uint within = size - 1; // a power of two
  return LANES(sub_group_shuffle)(value, (lane & ~within) | ((lane + (uint)delta) & within));
}

#endif
