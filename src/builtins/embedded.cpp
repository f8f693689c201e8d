// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An .incbin instead of a generated array: a large array literal would be the slowest source file
// of the build.
#include "embedded.h"

asm(R"(
    .section .rodata.weft_builtins, "a"
    .balign 16
weft_builtins_begin:
    .incbin ")" WEFT_BUILTINS_BITCODE R"("
weft_builtins_end:
    .byte 0
    .previous
)");

extern "C" {
extern const char begin[] asm("weft_builtins_begin") __attribute__((visibility("hidden")));
extern const char end[] asm("weft_builtins_end") __attribute__((visibility("hidden")));
}

namespace weft::builtins {

std::string_view bitcode() { return {begin, static_cast<size_t>(end - begin)}; }

} // namespace weft::builtins
