// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.10 Address Space Qualifier Functions. Clang turns to_global(p) into a call of
// __to_global, with the same for local and private.
#include "builtin.h"
#include "weft_primitives.h"

global void *__to_global(generic void *pointer) { return __weft_to_global(pointer); }
local void *__to_local(generic void *pointer) { return __weft_to_local(pointer); }
private
void *__to_private(generic void *pointer) { return __weft_to_private(pointer); }
