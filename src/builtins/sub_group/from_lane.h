// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included by bodies, once for SCALAR and then for each GENTYPE: fromLane(value, index) is the
// value of another lane, of vectors component by component. LANE_OPERATION is the lane operation
// that gives that of a scalar.
#ifndef GENTYPE

static WEFT_BUILTIN SCALAR fromLane(SCALAR value, uint index) {
  return LANES(LANE_OPERATION)(value, index);
}

#elif WIDTH > 1

static WEFT_BUILTIN GENTYPE fromLane(GENTYPE value, uint index) {
  GENTYPE result;
#pragma unroll
  for (int i = 0; i < WIDTH; ++i)
    result[i] = fromLane(value[i], index);
  return result;
}

#endif
