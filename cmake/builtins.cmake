# SPDX-FileCopyrightText: The Weft authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The tools of the LLVM that weftc is linked with: it reads their bitcode.
find_package(LLVM 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22)
find_program(WEFT_BUILTINS_CLANG clang PATHS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH REQUIRED)
find_program(WEFT_BUILTINS_LINK llvm-link PATHS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH REQUIRED)

# weft_add_builtins(<output variable> <source>...): OpenCL C to one bitcode file. Each source is
# compiled on its own with Clang's dependency file, so an edit recompiles that file and links again.
function(weft_add_builtins output)
  # Straight-line library code for inlining: no vectoriser decisions here, where the width is not
  # known, and no type-based aliasing between a vector and its scalars.
  set(flags --target=spir64-unknown-unknown -cl-std=CL3.0 -Xclang -fdeclare-opencl-builtins
            -Xclang -finclude-default-header -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
            -fno-strict-aliasing -fomit-frame-pointer -ffp-contract=off -fno-ident -emit-llvm
            -Wall -Wextra -Wno-unused-parameter -Werror -I${CMAKE_CURRENT_SOURCE_DIR})
  set(objects)
  foreach(source IN LISTS ARGN)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE name)
    cmake_path(REPLACE_EXTENSION name LAST_ONLY .bc OUTPUT_VARIABLE object)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${object})
    cmake_path(GET object PARENT_PATH folder)
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${WEFT_BUILTINS_CLANG} ${flags} -c ${source} -o ${object} -MD -MF ${object}.d -MT ${object}
      DEPENDS ${source} DEPFILE ${object}.d
      COMMENT "Builtin ${name}" VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  set(linked ${CMAKE_CURRENT_BINARY_DIR}/builtins.bc)
  # A response file: the command would outgrow some shells.
  list(JOIN objects "\n" lines)
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/builtins.rsp.in "${lines}\n")
  configure_file(${CMAKE_CURRENT_BINARY_DIR}/builtins.rsp.in ${CMAKE_CURRENT_BINARY_DIR}/builtins.rsp COPYONLY)
  add_custom_command(
    OUTPUT ${linked}
    COMMAND ${WEFT_BUILTINS_LINK} @${CMAKE_CURRENT_BINARY_DIR}/builtins.rsp -o ${linked}
    DEPENDS ${objects} ${CMAKE_CURRENT_BINARY_DIR}/builtins.rsp
    COMMENT "Linking the builtins" VERBATIM)
  set(${output} ${linked} PARENT_SCOPE)
endfunction()
