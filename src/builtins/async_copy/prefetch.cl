// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.11. A hint without effect on results. The hardware prefetchers of CPUs follow
// streams on their own, while an instruction here would stand in the way of vectorising the loop.
#ifndef GENTYPE
#include "builtin.h"
#define GENTYPE_BODY "async_copy/prefetch.cl"
#include "for_each_gentype.h"
#else
WEFT_BUILTIN void prefetch(const global GENTYPE *p, size_t count) {}
#endif
