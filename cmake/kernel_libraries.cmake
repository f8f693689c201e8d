# SPDX-FileCopyrightText: The Weft authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What kernel objects are linked with (src/compiler/codegen/embedded_libraries.h).
find_library(WEFT_SLEEF sleef REQUIRED)
find_file(WEFT_SUPPORT_ROUTINES
  NAMES libclang_rt.builtins-${CMAKE_SYSTEM_PROCESSOR}.a libclang_rt.builtins.a
  HINTS ${WEFT_CLANG_RESOURCES}/lib/linux ${WEFT_CLANG_RESOURCES}/lib/${LLVM_HOST_TRIPLE} REQUIRED NO_DEFAULT_PATH)

# weft_stub_library(<output variable> <soname> <symbol>...): a shared library with names and no code.
function(weft_stub_library output soname)
  set(assembly ${CMAKE_CURRENT_BINARY_DIR}/stub_${soname}.s)
  set(library ${CMAKE_CURRENT_BINARY_DIR}/stub_${soname})
  set(text "")
  foreach(symbol IN LISTS ARGN)
    string(APPEND text ".globl ${symbol}\n.type ${symbol},@function\n${symbol}:\n")
  endforeach()
  file(CONFIGURE OUTPUT ${assembly} CONTENT "${text}.section .note.GNU-stack,\"\",@progbits\n")
  add_custom_command(OUTPUT ${library} DEPENDS ${assembly}
    COMMAND ${CMAKE_CXX_COMPILER} -shared -nostdlib -fuse-ld=lld -Wl,-soname,${soname},--build-id=none,-z,noseparate-code,-s
            ${assembly} -o ${library}
    COMMENT "Stub of ${soname}" VERBATIM)
  set(${output} ${library} PARENT_SCOPE)
endfunction()

function(weft_embed_kernel_libraries source)
  execute_process(COMMAND ${CMAKE_NM} -D --defined-only ${WEFT_SLEEF} OUTPUT_VARIABLE listing COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "Sleef_[A-Za-z0-9_]+" symbols "${listing}")
  list(REMOVE_DUPLICATES symbols)
  weft_stub_library(sleef libsleef.so.3 ${symbols})
  # What LLVM makes of intrinsics and of frem, fma (without FMA) and copies of structures.
  weft_stub_library(libc libc.so.6 memcpy memmove memset memcmp bcmp)
  weft_stub_library(libm libm.so.6 fmod fmodf fma fmaf ldexp ldexpf frexp frexpf round roundf roundeven roundevenf
                    floor floorf ceil ceilf trunc truncf rint rintf nearbyint nearbyintf)
  set_source_files_properties(${source} PROPERTIES
    OBJECT_DEPENDS "${WEFT_SUPPORT_ROUTINES};${sleef};${libc};${libm}" SKIP_PRECOMPILE_HEADERS ON
    COMPILE_DEFINITIONS "WEFT_SUPPORT_ROUTINES=\"${WEFT_SUPPORT_ROUTINES}\";WEFT_SLEEF_STUB=\"${sleef}\";WEFT_LIBC_STUB=\"${libc}\";WEFT_LIBM_STUB=\"${libm}\"")
  target_sources(weft_compiler_core PRIVATE ${sleef} ${libc} ${libm})
endfunction()
