// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_subgroups, shuffles: of vectors too, and of two values as if one sub-group stood behind
// the other.
#ifndef SCALAR
#include "builtin.h"
#include "weft_lanes.h"
#define SCALAR_BODY "sub_group/intel_shuffle.cl"
#include "for_each_lane_type.h"
#elif !defined(GENTYPE)

static WEFT_BUILTIN SCALAR from(SCALAR value, uint index) {
  return LANES(sub_group_shuffle)(value, index);
}

#define GENTYPE_BODY "sub_group/intel_shuffle.cl"
#include "for_each_width.h"
#undef GENTYPE_BODY
#else

#if WIDTH > 1
static WEFT_BUILTIN GENTYPE from(GENTYPE value, uint index) {
  GENTYPE result;
#pragma unroll
  for (int i = 0; i < WIDTH; ++i)
    result[i] = from(value[i], index);
  return result;
}
#endif

WEFT_BUILTIN GENTYPE intel_sub_group_shuffle(GENTYPE data, uint index) { return from(data, index); }

WEFT_BUILTIN GENTYPE intel_sub_group_shuffle_xor(GENTYPE data, uint mask) {
  return from(data, __weft_sub_group_lane() ^ mask);
}

WEFT_BUILTIN GENTYPE intel_sub_group_shuffle_down(GENTYPE current, GENTYPE next, uint delta) {
  const uint index = __weft_sub_group_lane() + delta;
  const GENTYPE here = from(current, index), there = from(next, index);
  return index < __weft_sub_group_max_size() ? here : there;
}

WEFT_BUILTIN GENTYPE intel_sub_group_shuffle_up(GENTYPE previous, GENTYPE current, uint delta) {
  const uint index = __weft_sub_group_lane() - delta;
  const GENTYPE here = from(current, index), there = from(previous, index);
  return __weft_sub_group_lane() >= delta ? here : there;
}

#endif
