// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_subgroup_ballot: a bit for each work-item, in a uint4 of which sub-groups here need the
// first component only. Bits that belong to no work-item of a sub-group do not count.
#include "builtin.h"
#include "weft_lanes.h"

static uint allLanes(void) { return ~0u >> (32 - __weft_sub_group_max_size()); }
/// Those below this lane.
static uint lower(void) { return (1u << __weft_sub_group_lane()) - 1; }
static uint own(void) { return 1u << __weft_sub_group_lane(); }
static uint4 wide(uint bits) { return (uint4)(bits, 0, 0, 0); }

WEFT_BUILTIN uint4 sub_group_ballot(int predicate) {
  return wide(__weft_sub_group_ballot(predicate != 0));
}

WEFT_BUILTIN int sub_group_inverse_ballot(uint4 value) { return (value.x & own()) != 0; }

WEFT_BUILTIN int sub_group_ballot_bit_extract(uint4 value, uint index) {
  return value[index / 32 % 4] >> index % 32 & 1;
}

WEFT_BUILTIN uint sub_group_ballot_bit_count(uint4 value) { return popcount(value.x & allLanes()); }

WEFT_BUILTIN uint sub_group_ballot_inclusive_scan(uint4 value) {
  return popcount(value.x & (lower() | own()));
}

WEFT_BUILTIN uint sub_group_ballot_exclusive_scan(uint4 value) {
  return popcount(value.x & lower());
}

WEFT_BUILTIN uint sub_group_ballot_find_lsb(uint4 value) { return ctz(value.x & allLanes()); }

WEFT_BUILTIN uint sub_group_ballot_find_msb(uint4 value) { return 31 - clz(value.x & allLanes()); }

WEFT_BUILTIN uint4 get_sub_group_eq_mask(void) { return wide(own()); }
WEFT_BUILTIN uint4 get_sub_group_ge_mask(void) { return wide(allLanes() & ~lower()); }
WEFT_BUILTIN uint4 get_sub_group_gt_mask(void) { return wide(allLanes() & ~(lower() | own())); }
WEFT_BUILTIN uint4 get_sub_group_le_mask(void) { return wide(lower() | own()); }
WEFT_BUILTIN uint4 get_sub_group_lt_mask(void) { return wide(lower()); }
