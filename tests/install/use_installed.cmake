# SPDX-FileCopyrightText: The Weft authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Configures, builds and runs the project ${HOW} against the prefix. The cache is off, so that the
# installed compiler has to be found and has to work.
set(build ${BINARY_DIR}/build-${HOW})
file(REMOVE_RECURSE ${build} ${build}-cache)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status)
  if(status)
    string(REPLACE ";" " " command "${ARGN}")
    message(FATAL_ERROR "failed (${status}): ${command}")
  endif()
endfunction()

# A sanitized driver needs the sanitizer in the program that loads it.
set(flags "")
if(SANITIZE)
  set(flags -fsanitize=${SANITIZE})
endif()
run(${CMAKE_COMMAND} -S ${SOURCE_DIR}/${HOW} -B ${build} -G ${GENERATOR} -D CMAKE_PREFIX_PATH=${PREFIX}
    -D CMAKE_C_COMPILER=${COMPILER} -D CMAKE_C_FLAGS=${flags})
run(${CMAKE_COMMAND} --build ${build})

if(HOW STREQUAL "loader")
  file(GLOB_RECURSE icd ${PREFIX}/*.icd)
  cmake_path(GET icd PARENT_PATH vendors)
else()
  set(vendors /nonexistent) # no loader may be needed
  execute_process(COMMAND ldd ${build}/consumer OUTPUT_VARIABLE needed)
  if(needed MATCHES "libOpenCL\\.so\\.1 => /(usr/)?lib")
    message(FATAL_ERROR "the program is linked with the system's loader:\n${needed}")
  endif()
endif()
# Neither the build tree nor the cache may help.
run(${CMAKE_COMMAND} -E env --unset=WEFT_COMPILER OCL_ICD_VENDORS=${vendors} WEFT_CACHE_DIR=${build}-cache
    ${build}/consumer)
