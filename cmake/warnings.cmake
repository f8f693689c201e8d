# SPDX-FileCopyrightText: The Weft authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# weft_warnings: every target of ours links it; third-party headers come in as SYSTEM.
add_library(weft_warnings INTERFACE)
target_compile_options(weft_warnings INTERFACE -Wall -Wextra -Wno-unused-parameter)
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_compile_options(weft_warnings INTERFACE -Wthread-safety)
endif()
if(WEFT_WERROR)
  target_compile_options(weft_warnings INTERFACE -Werror)
endif()
