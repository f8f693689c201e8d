# SPDX-FileCopyrightText: The Weft authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DRUNTIME=src/runtime -P layers.cmake: includes between the folders of the runtime point one
# way, so that a lower layer can be changed without reading the ones above it.
set(layers support programs objects commands scheduler api)
set(seen 0)
foreach(layer IN LISTS layers)
  list(FIND layers ${layer} level)
  file(GLOB_RECURSE files ${RUNTIME}/${layer}/*.h ${RUNTIME}/${layer}/*.cpp)
  foreach(file IN LISTS files)
    file(STRINGS ${file} includes REGEX "^#include \"[a-z_]+/")
    foreach(include IN LISTS includes)
      string(REGEX REPLACE "^#include \"([a-z_]+)/.*" "\\1" folder "${include}")
      list(FIND layers ${folder} target)
      math(EXPR seen "${seen} + 1")
      if(target GREATER level)
        message(SEND_ERROR "${file}: ${layer} may not include ${folder}: ${include}")
      endif()
    endforeach()
  endforeach()
endforeach()
if(seen EQUAL 0)
  message(FATAL_ERROR "no includes found below ${RUNTIME}")
endif()
