// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.1, the queries of sub-groups. A sub-group is a packet of work-items, taken in
// the order of linear local ids; only the last one of a work-group may be smaller.
#include "builtin.h"
#include "weft_lanes.h"
#include "weft_primitives.h"

static uint subGroups(size_t items) {
  const uint size = __weft_sub_group_max_size();
  return ((uint)items + size - 1) / size;
}

WEFT_BUILTIN uint get_sub_group_size(void) { return __weft_sub_group_size(); }

WEFT_BUILTIN uint get_max_sub_group_size(void) { return __weft_sub_group_max_size(); }

WEFT_BUILTIN uint get_num_sub_groups(void) {
  return subGroups(__weft_local_size(0) * __weft_local_size(1) * __weft_local_size(2));
}

WEFT_BUILTIN uint get_enqueued_num_sub_groups(void) {
  return subGroups(__weft_enqueued_local_size(0) * __weft_enqueued_local_size(1) *
                   __weft_enqueued_local_size(2));
}

WEFT_BUILTIN uint get_sub_group_id(void) { return __weft_sub_group_id(); }

WEFT_BUILTIN uint get_sub_group_local_id(void) { return __weft_sub_group_lane(); }
