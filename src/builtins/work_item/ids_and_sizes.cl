// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.1 Work-Item Functions. A dimension that does not exist has id 0, offset 0 and
// size 1; the primitives are only asked for dimensions 0 to 2, so that lowering needs no default.
#include "builtin.h"
#include "weft_primitives.h"

#define VALID(dimension) ((dimension) < 3u ? (dimension) : 0u)

WEFT_BUILTIN uint get_work_dim(void) { return __weft_work_dim(); }

WEFT_BUILTIN size_t get_global_size(uint dimension) {
  return dimension < 3 ? __weft_global_size(VALID(dimension)) : 1;
}

WEFT_BUILTIN size_t get_global_id(uint dimension) {
  return dimension < 3 ? __weft_global_id(VALID(dimension)) : 0;
}

WEFT_BUILTIN size_t get_local_size(uint dimension) {
  return dimension < 3 ? __weft_local_size(VALID(dimension)) : 1;
}

WEFT_BUILTIN size_t get_enqueued_local_size(uint dimension) {
  return dimension < 3 ? __weft_enqueued_local_size(VALID(dimension)) : 1;
}

WEFT_BUILTIN size_t get_local_id(uint dimension) {
  return dimension < 3 ? __weft_local_id(VALID(dimension)) : 0;
}

WEFT_BUILTIN size_t get_num_groups(uint dimension) {
  return dimension < 3 ? __weft_num_groups(VALID(dimension)) : 1;
}

WEFT_BUILTIN size_t get_group_id(uint dimension) {
  return dimension < 3 ? __weft_group_id(VALID(dimension)) : 0;
}

WEFT_BUILTIN size_t get_global_offset(uint dimension) {
  return dimension < 3 ? __weft_global_offset(VALID(dimension)) : 0;
}
