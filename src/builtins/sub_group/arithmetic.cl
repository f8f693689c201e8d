// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.20 reductions and scans, for the types of cl_khr_subgroup_extended_types too,
// and cl_khr_subgroup_non_uniform_arithmetic and _clustered_reduce.
#ifndef SCALAR
#include "builtin.h"
#include "weft_lanes.h"

#define UNIFORM(OP)                                                                                \
  WEFT_BUILTIN SCALAR sub_group_reduce_##OP(SCALAR x) { return LANES(sub_group_reduce_##OP)(x); }  \
  WEFT_BUILTIN SCALAR sub_group_scan_inclusive_##OP(SCALAR x) {                                    \
    return LANES(sub_group_inclusive_##OP)(x);                                                     \
  }                                                                                                \
  WEFT_BUILTIN SCALAR sub_group_scan_exclusive_##OP(SCALAR x) {                                    \
    return LANES(sub_group_exclusive_##OP)(x);                                                     \
  }

#define NON_UNIFORM(OP)                                                                            \
  WEFT_BUILTIN SCALAR sub_group_non_uniform_reduce_##OP(SCALAR x) {                                \
    return LANES(sub_group_reduce_##OP)(x);                                                        \
  }                                                                                                \
  WEFT_BUILTIN SCALAR sub_group_non_uniform_scan_inclusive_##OP(SCALAR x) {                        \
    return LANES(sub_group_inclusive_##OP)(x);                                                     \
  }                                                                                                \
  WEFT_BUILTIN SCALAR sub_group_non_uniform_scan_exclusive_##OP(SCALAR x) {                        \
    return LANES(sub_group_exclusive_##OP)(x);                                                     \
  }                                                                                                \
  WEFT_BUILTIN SCALAR sub_group_clustered_reduce_##OP(SCALAR x, uint size) {                       \
    return LANES(sub_group_clustered_##OP)(x, size);                                               \
  }

#define BODY_OF_ALL                                                                                \
  UNIFORM(add)                                                                                     \
  UNIFORM(min)                                                                                     \
  UNIFORM(max)                                                                                     \
  NON_UNIFORM(add)                                                                                 \
  NON_UNIFORM(mul)                                                                                 \
  NON_UNIFORM(min)                                                                                 \
  NON_UNIFORM(max)

#define SCALAR_BODY "sub_group/arithmetic.cl"
#include "for_each_lane_type.h"
#define INTEGERS
#define WEFT_INTEGERS_ONLY
#include "for_each_lane_type.h"
#elif defined(INTEGERS)

NON_UNIFORM(and)
NON_UNIFORM(or)
NON_UNIFORM(xor)

#else

BODY_OF_ALL

#endif
