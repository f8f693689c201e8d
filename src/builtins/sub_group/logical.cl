// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The logical operators of cl_khr_subgroup_non_uniform_arithmetic and _clustered_reduce: on truth
// values, whose identities are 1 for `and` and 0 otherwise.
#include "builtin.h"
#include "weft_lanes.h"

#define LOGICAL(OP)                                                                                \
  WEFT_BUILTIN int sub_group_non_uniform_reduce_logical_##OP(int predicate) {                      \
    return __weft_sub_group_reduce_##OP##_int(predicate != 0);                                     \
  }                                                                                                \
  WEFT_BUILTIN int sub_group_non_uniform_scan_inclusive_logical_##OP(int predicate) {              \
    return __weft_sub_group_inclusive_##OP##_int(predicate != 0);                                  \
  }                                                                                                \
  WEFT_BUILTIN int sub_group_non_uniform_scan_exclusive_logical_##OP(int predicate) {              \
    return __weft_sub_group_exclusive_##OP##_int(predicate != 0) & 1;                              \
  }                                                                                                \
  WEFT_BUILTIN int sub_group_clustered_reduce_logical_##OP(int predicate, uint size) {             \
    return __weft_sub_group_clustered_##OP##_int(predicate != 0, size);                            \
  }

LOGICAL(and)
LOGICAL(or)
LOGICAL(xor)
