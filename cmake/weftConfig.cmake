# SPDX-FileCopyrightText: The Weft authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# find_package(weft): the target weft::OpenCL is OpenCL itself, for programs that want no loader.
include(${CMAKE_CURRENT_LIST_DIR}/weftTargets.cmake)

# The headers are Khronos's, as every distribution packages them.
find_path(weft_OPENCL_HEADERS CL/cl.h HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../include)
if(NOT weft_OPENCL_HEADERS)
  set(weft_FOUND FALSE)
  set(weft_NOT_FOUND_MESSAGE "CL/cl.h is missing; Debian has it in the package opencl-c-headers")
  return()
endif()
mark_as_advanced(weft_OPENCL_HEADERS)
set_target_properties(weft::OpenCL PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${weft_OPENCL_HEADERS})
