// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/embedded_headers.h"

#include "embed.h"

WEFT_EMBED(opencl_c_base, WEFT_OPENCL_C_BASE)
WEFT_EMBED(builtins_header, WEFT_BUILTINS_HEADER)
WEFT_EMBED(intel_subgroups, WEFT_INTEL_SUBGROUPS_HEADER)
WEFT_EMBED(work_group_arithmetic, WEFT_WORK_GROUP_ARITHMETIC_HEADER)

#define WEFT_HEADER(name) WEFT_EMBED(name, WEFT_LIBRARY_HEADERS "/" #name)
#include "frontend/opencl_cxx/headers.def"
#undef WEFT_HEADER

namespace weft::compiler {

std::span<const EmbeddedHeader> embeddedHeaders() {
  static const EmbeddedHeader headers[] = {
      {"opencl-c-base.h", WEFT_EMBEDDED(opencl_c_base)},
      {"weft-builtins.h", WEFT_EMBEDDED(builtins_header)},
      {"weft-intel-subgroups.h", WEFT_EMBEDDED(intel_subgroups), "intel_sub_group_"},
      {"weft-work-group-arithmetic.h", WEFT_EMBEDDED(work_group_arithmetic), "work_group_"},
  };
  return headers;
}

std::span<const EmbeddedHeader> libraryHeaders() {
  static const EmbeddedHeader headers[] = {
#define WEFT_HEADER(name) {#name, WEFT_EMBEDDED(name)},
#include "frontend/opencl_cxx/headers.def"
#undef WEFT_HEADER
  };
  return headers;
}

} // namespace weft::compiler
