// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files inside the program. The assembler's .incbin takes megabytes in no time, where an array
// literal would be the slowest source file of the build. A zero byte follows, as parsers like it.
#pragma once

#include <cstddef>
#include <string_view>

#define WEFT_EMBED(name, file)                                                                     \
  asm(".section .rodata.weft_embedded, \"a\"\n"                                                    \
      ".balign 16\n"                                                                               \
      "weft_embedded_" #name ":\n"                                                                 \
      ".incbin \"" file "\"\n"                                                                     \
      "weft_embedded_" #name "_end:\n"                                                             \
      ".byte 0\n"                                                                                  \
      ".previous\n");                                                                              \
  extern "C" {                                                                                     \
  extern const char weft_embedded_##name[] __attribute__((visibility("hidden")));                  \
  extern const char weft_embedded_##name##_end[] __attribute__((visibility("hidden")));            \
  }

#define WEFT_EMBEDDED(name)                                                                        \
  std::string_view(weft_embedded_##name, size_t(weft_embedded_##name##_end - weft_embedded_##name))
