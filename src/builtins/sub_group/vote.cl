// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.20 sub_group_all and sub_group_any, and cl_khr_subgroup_non_uniform_vote.
#ifndef SCALAR
#include "builtin.h"
#include "weft_lanes.h"

WEFT_BUILTIN int sub_group_all(int predicate) { return !__weft_sub_group_ballot(predicate == 0); }

WEFT_BUILTIN int sub_group_any(int predicate) {
  return __weft_sub_group_ballot(predicate != 0) != 0;
}

WEFT_BUILTIN int sub_group_non_uniform_all(int predicate) {
  return !__weft_sub_group_ballot(predicate == 0);
}

WEFT_BUILTIN int sub_group_non_uniform_any(int predicate) {
  return __weft_sub_group_ballot(predicate != 0) != 0;
}

WEFT_BUILTIN int sub_group_elect(void) {
  return ctz(__weft_sub_group_ballot(true)) == __weft_sub_group_lane();
}

#define SCALAR_BODY "sub_group/vote.cl"
#include "for_each_lane_type.h"
#else

WEFT_BUILTIN int sub_group_non_uniform_all_equal(SCALAR value) {
  const SCALAR first = LANES(sub_group_broadcast)(value, ctz(__weft_sub_group_ballot(true)));
  return !__weft_sub_group_ballot(value != first);
}

#endif
