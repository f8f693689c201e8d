# SPDX-FileCopyrightText: The Weft authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A fresh prefix each time: a file that is no longer installed must be missed.
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BINARY_DIR} --prefix ${PREFIX} RESULT_VARIABLE status)
if(status)
  message(FATAL_ERROR "cmake --install failed: ${status}")
endif()

file(GLOB_RECURSE icd ${PREFIX}/*.icd)
file(GLOB_RECURSE driver ${PREFIX}/*libweft_icd.so*)
file(GLOB_RECURSE compiler ${PREFIX}/*weftc)
foreach(what icd driver compiler)
  if(NOT ${what})
    message(FATAL_ERROR "no ${what} was installed below ${PREFIX}")
  endif()
endforeach()

# Only weftc holds LLVM (DESIGN: the compiler is a program of its own).
list(GET driver 0 library)
execute_process(COMMAND ldd ${library} OUTPUT_VARIABLE needed)
if(needed MATCHES "LLVM|clang")
  message(FATAL_ERROR "${library} needs LLVM:\n${needed}")
endif()
