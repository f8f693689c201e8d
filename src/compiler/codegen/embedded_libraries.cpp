// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/embedded_libraries.h"

#include "embed.h"

WEFT_EMBED(support_routines, WEFT_SUPPORT_ROUTINES)
WEFT_EMBED(sleef_stub, WEFT_SLEEF_STUB)
WEFT_EMBED(libc_stub, WEFT_LIBC_STUB)
WEFT_EMBED(libm_stub, WEFT_LIBM_STUB)

namespace weft::compiler {

std::string_view supportRoutines() { return WEFT_EMBEDDED(support_routines); }
std::string_view sleefStub() { return WEFT_EMBEDDED(sleef_stub); }
std::string_view libcStub() { return WEFT_EMBEDDED(libc_stub); }
std::string_view libmStub() { return WEFT_EMBEDDED(libm_stub); }

} // namespace weft::compiler
