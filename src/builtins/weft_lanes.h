// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the lanes of a packet can ask of each other (src/compiler/lower/lane_operations.h). Names
// with sub_group say that a sub-group is meant, which fixes how work-items are laid on lanes; those
// with packet serve work-group functions, for which any packet will do.
#pragma once

#define WEFT_LANES __attribute__((const, convergent, nothrow))

/// get_sub_group_local_id(), get_sub_group_size(), get_max_sub_group_size().
uint __weft_sub_group_lane(void) WEFT_LANES;
uint __weft_sub_group_size(void) WEFT_LANES;
uint __weft_sub_group_max_size(void) WEFT_LANES;
/// Bit l is set where lane l is active and its predicate true.
uint __weft_sub_group_ballot(bool predicate) WEFT_LANES;
uint __weft_packet_ballot(bool predicate) WEFT_LANES;

// For each type: the value of lane `index`, which is the same number in all lanes for a broadcast,
// and modulo the maximum size of a sub-group; reductions and scans over the active lanes.
#define WEFT_LANE_ARITHMETIC(SCOPE, OP, T)                                                         \
  T __weft_##SCOPE##_reduce_##OP##_##T(T) WEFT_LANES;                                              \
  T __weft_##SCOPE##_inclusive_##OP##_##T(T) WEFT_LANES;                                           \
  T __weft_##SCOPE##_exclusive_##OP##_##T(T) WEFT_LANES;
#define WEFT_LANE_CLUSTERS(OP, T)                                                                  \
  WEFT_LANE_ARITHMETIC(sub_group, OP, T)                                                           \
  T __weft_sub_group_clustered_##OP##_##T(T, uint size) WEFT_LANES;
#define WEFT_LANE_NUMBERS(T)                                                                       \
  T __weft_sub_group_shuffle_##T(T, uint index) WEFT_LANES;                                        \
  T __weft_sub_group_broadcast_##T(T, uint index) WEFT_LANES;                                      \
  WEFT_LANE_CLUSTERS(add, T)                                                                       \
  WEFT_LANE_CLUSTERS(mul, T)                                                                       \
  WEFT_LANE_CLUSTERS(min, T)                                                                       \
  WEFT_LANE_CLUSTERS(max, T)                                                                       \
  WEFT_LANE_ARITHMETIC(packet, add, T)                                                             \
  WEFT_LANE_ARITHMETIC(packet, mul, T)                                                             \
  WEFT_LANE_ARITHMETIC(packet, min, T)                                                             \
  WEFT_LANE_ARITHMETIC(packet, max, T)
#define WEFT_LANE_INTEGERS(T)                                                                      \
  WEFT_LANE_NUMBERS(T)                                                                             \
  WEFT_LANE_CLUSTERS(and, T)                                                                       \
  WEFT_LANE_CLUSTERS(or, T)                                                                        \
  WEFT_LANE_CLUSTERS(xor, T)                                                                       \
  WEFT_LANE_ARITHMETIC(packet, and, T)                                                             \
  WEFT_LANE_ARITHMETIC(packet, or, T)                                                              \
  WEFT_LANE_ARITHMETIC(packet, xor, T)

WEFT_LANE_INTEGERS(char)
WEFT_LANE_INTEGERS(uchar)
WEFT_LANE_INTEGERS(short)
WEFT_LANE_INTEGERS(ushort)
WEFT_LANE_INTEGERS(int)
WEFT_LANE_INTEGERS(uint)
WEFT_LANE_INTEGERS(long)
WEFT_LANE_INTEGERS(ulong)
WEFT_LANE_NUMBERS(float)
WEFT_LANE_NUMBERS(double)
