// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.16 reductions and scans of a work-group, and
// cl_khr_work_group_uniform_arithmetic. The packets of a group run one after the other on one
// thread, in the order of linear local ids: each adds its share to the group's variable, and what
// it finds there is the sum of all work-items before it. Behind the barrier everybody reads the
// sum; before the next function may write to the variable, all have read it, so there are two
// barriers (the region between them is run once for the group).
#ifndef SCALAR
#include "builtin.h"
#include "weft_lanes.h"
#include "weft_primitives.h"

#define ADD(a, b) ((a) + (b))
#define MUL(a, b) ((a) * (b))
#define AND(a, b) ((a) & (b))
#define OR(a, b) ((a) | (b))
#define XOR(a, b) ((a) ^ (b))

#define REDUCE(NAME, T, LANES_REDUCE, COMBINE)                                                     \
  WEFT_BUILTIN T NAME(T x) {                                                                       \
    const T mine = LANES_REDUCE(x);                                                                \
  private                                                                                          \
    T *sum = __weft_group_accumulator();                                                           \
    *sum = __weft_first_item() ? mine : COMBINE(*sum, mine);                                       \
    __weft_barrier(0);                                                                             \
    const T result = *(const private T *)__weft_group_result();                                    \
    __weft_barrier(0);                                                                             \
    return result;                                                                                 \
  }

#define SCAN(NAME, T, LANES_SCAN, LANES_REDUCE, COMBINE)                                           \
  WEFT_BUILTIN T NAME(T x) {                                                                       \
    const T scan = LANES_SCAN(x);                                                                  \
    const T mine = LANES_REDUCE(x);                                                                \
  private                                                                                          \
    T *sum = __weft_group_accumulator();                                                           \
    const T before = *sum;                                                                         \
    const bool isFirst = __weft_first_item();                                                      \
    *sum = isFirst ? mine : COMBINE(before, mine);                                                 \
    __weft_barrier(0);                                                                             \
    return isFirst ? scan : COMBINE(before, scan);                                                 \
  }

#define ARITHMETIC(OP, COMBINE)                                                                    \
  REDUCE(work_group_reduce_##OP, SCALAR, LANES(packet_reduce_##OP), COMBINE)                       \
  SCAN(work_group_scan_inclusive_##OP, SCALAR, LANES(packet_inclusive_##OP),                       \
       LANES(packet_reduce_##OP), COMBINE)                                                         \
  SCAN(work_group_scan_exclusive_##OP, SCALAR, LANES(packet_exclusive_##OP),                       \
       LANES(packet_reduce_##OP), COMBINE)

#define SCALAR_BODY "work_group/arithmetic.cl"
#include "for_each_work_group_type.h"

// On truth values; the identity of `and` is 1.
#define LOGICAL(OP, COMBINE)                                                                       \
  static REDUCE(reduce_##OP, int, __weft_packet_reduce_##OP##_int, COMBINE) static SCAN(           \
      inclusive_##OP, int, __weft_packet_inclusive_##OP##_int, __weft_packet_reduce_##OP##_int,    \
      COMBINE) static SCAN(exclusive_##OP, int, __weft_packet_exclusive_##OP##_int,                \
                           __weft_packet_reduce_##OP##_int, COMBINE) WEFT_BUILTIN int              \
  work_group_reduce_logical_##OP(int predicate) {                                                  \
    return reduce_##OP(predicate != 0);                                                            \
  }                                                                                                \
  WEFT_BUILTIN int work_group_scan_inclusive_logical_##OP(int predicate) {                         \
    return inclusive_##OP(predicate != 0);                                                         \
  }                                                                                                \
  WEFT_BUILTIN int work_group_scan_exclusive_logical_##OP(int predicate) {                         \
    return exclusive_##OP(predicate != 0) & 1;                                                     \
  }

LOGICAL(and, AND)
LOGICAL(or, OR)
LOGICAL(xor, XOR)
#else

ARITHMETIC(add, ADD)
ARITHMETIC(mul, MUL)
#if IS_FLOAT
ARITHMETIC(min, fmin)
ARITHMETIC(max, fmax)
#else
ARITHMETIC(min, min)
ARITHMETIC(max, max)
ARITHMETIC(and, AND)
ARITHMETIC(or, OR)
ARITHMETIC(xor, XOR)
#endif

#endif
