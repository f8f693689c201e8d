// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.16 work_group_all and work_group_any. See arithmetic.cl for how packets and the
// work-group's variable are used.
#include "builtin.h"
#include "weft_lanes.h"
#include "weft_primitives.h"

static int anyTrue(bool predicate) {
  const uint mine = __weft_packet_ballot(predicate);
private
  uint *sum = __weft_group_accumulator();
  *sum = __weft_first_item() ? mine : *sum | mine;
  __weft_barrier(0);
  const uint result = *(const private uint *)__weft_group_result();
  __weft_barrier(0);
  return result != 0;
}

WEFT_BUILTIN int work_group_any(int predicate) { return anyTrue(predicate != 0); }

WEFT_BUILTIN int work_group_all(int predicate) { return !anyTrue(predicate == 0); }
