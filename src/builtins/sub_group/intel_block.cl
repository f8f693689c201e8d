// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_subgroups, block reads and writes of buffers: the work-items' first components side by
// side, then their second ones.
#include "builtin.h"
#include "weft_lanes.h"

WEFT_BUILTIN uint intel_sub_group_block_read(const global uint *p) {
  return p[__weft_sub_group_lane()];
}

WEFT_BUILTIN void intel_sub_group_block_write(global uint *p, uint data) {
  p[__weft_sub_group_lane()] = data;
}

#define BLOCKS(N)                                                                                  \
  WEFT_BUILTIN uint##N intel_sub_group_block_read##N(const global uint *p) {                       \
    uint##N data;                                                                                  \
    for (int i = 0; i < N; ++i)                                                                    \
      data[i] = p[i * __weft_sub_group_max_size() + __weft_sub_group_lane()];                      \
    return data;                                                                                   \
  }                                                                                                \
  WEFT_BUILTIN void intel_sub_group_block_write##N(global uint *p, uint##N data) {                 \
    for (int i = 0; i < N; ++i)                                                                    \
      p[i * __weft_sub_group_max_size() + __weft_sub_group_lane()] = data[i];                      \
  }

BLOCKS(2)
BLOCKS(4)
BLOCKS(8)
