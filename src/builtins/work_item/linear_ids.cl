// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.1 Work-Item Functions. The three-dimensional formula serves all ND-ranges:
// dimensions that are not there have id 0 and size 1.
#include "builtin.h"
#include "weft_primitives.h"

WEFT_BUILTIN size_t get_global_linear_id(void) {
  size_t x = __weft_global_id(0) - __weft_global_offset(0);
  size_t y = __weft_global_id(1) - __weft_global_offset(1);
  size_t z = __weft_global_id(2) - __weft_global_offset(2);
  return (z * __weft_global_size(1) + y) * __weft_global_size(0) + x;
}

WEFT_BUILTIN size_t get_local_linear_id(void) {
  return (__weft_local_id(2) * __weft_local_size(1) + __weft_local_id(1)) * __weft_local_size(0) +
         __weft_local_id(0);
}
