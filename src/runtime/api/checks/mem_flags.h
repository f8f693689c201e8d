// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules for cl_mem_flags (OpenCL 3.0 API 5.2.1 Creating Buffer Objects).
#pragma once

#include "objects/mem_flags.h"
#include "support/error.h"

namespace weft::runtime {

inline bool hasAtMostOne(cl_mem_flags flags, cl_mem_flags of) {
  cl_mem_flags chosen = flags & of;
  return (chosen & (chosen - 1)) == 0;
}

/// "CL_INVALID_VALUE if values specified in flags are not valid": unknown bits, and those the table
/// calls mutually exclusive.
inline void requireValidMemFlags(cl_mem_flags flags) {
  throwIf(flags & ~(kAccessFlags | kHostPointerFlags | kHostAccessFlags), CL_INVALID_VALUE);
  throwIf(!hasAtMostOne(flags, kAccessFlags), CL_INVALID_VALUE);
  throwIf(!hasAtMostOne(flags, kHostAccessFlags), CL_INVALID_VALUE);
  throwIf((flags & CL_MEM_USE_HOST_PTR) && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)),
          CL_INVALID_VALUE);
}

/// "CL_INVALID_HOST_PTR if host_ptr is NULL and CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR are set
/// in flags or if host_ptr is not NULL but [neither is] set in flags"
inline void requireHostPointerFits(cl_mem_flags flags, const void *hostPointer) {
  bool wanted = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
  throwIf(wanted != (hostPointer != nullptr), CL_INVALID_HOST_PTR);
}

} // namespace weft::runtime
