# SPDX-FileCopyrightText: The Weft authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What is installed beside the targets' own rules: the CMake package, the .icd file and the
# kernel-language headers.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/weft)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/weftConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/weftConfig.cmake ${PROJECT_BINARY_DIR}/weftConfigVersion.cmake
        DESTINATION ${package_dir})
install(EXPORT weftTargets NAMESPACE weft:: DESTINATION ${package_dir})

# The headers of the OpenCL C++ library are in the compiler; these are for editors.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/opencl_cxx DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/weft)

# Loaders look in /etc/OpenCL/vendors, also when the library is below /usr. Written at install time,
# since both its place and the path in it follow `cmake --install --prefix`.
set(WEFT_INSTALL_VENDORS_DIR "" CACHE PATH
    "Where weft.icd is installed; empty: etc/OpenCL/vendors below the prefix, /etc/OpenCL/vendors for /usr")
install(CODE "
  set(folder \"${WEFT_INSTALL_VENDORS_DIR}\")
  if(NOT folder)
    string(REGEX REPLACE \"^/usr/?\$\" \"\" root \"\${CMAKE_INSTALL_PREFIX}\")
    set(folder \"\${root}/etc/OpenCL/vendors\")
  endif()
  message(STATUS \"Installing: \$ENV{DESTDIR}\${folder}/weft.icd\")
  file(WRITE \"\$ENV{DESTDIR}\${folder}/weft.icd\"
       \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/$<TARGET_FILE_NAME:weft_icd>\\n\")
  list(APPEND CMAKE_INSTALL_MANIFEST_FILES \"\${folder}/weft.icd\")
")
