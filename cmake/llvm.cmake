# SPDX-FileCopyrightText: The Weft authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# LLVM, Clang and LLD 22 for the compiler process. "22" alone is refused by LLVM's version file: it
# wants the minor version too.
find_package(LLVM 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22)
set(WEFT_LLVM_BIN ${LLVM_TOOLS_BINARY_DIR})
set(WEFT_LLVM_LIB ${LLVM_LIBRARY_DIR})

# Clang's own headers and support routines lie in its resource folder.
find_path(WEFT_CLANG_RESOURCES include/opencl-c-base.h REQUIRED
          HINTS ${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR} NO_DEFAULT_PATH)

# weft_llvm: LLVM for code that transforms and emits IR. weft_lld and weft_clang: on top of it.
# The targets that LLVM's CMake files export name the shared library even in static archives, so the
# archives are listed by hand for the static build.
add_library(weft_llvm INTERFACE)
target_include_directories(weft_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(definitions UNIX_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(weft_llvm INTERFACE ${definitions})
target_compile_options(weft_llvm INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
if(NOT LLVM_ENABLE_RTTI)
  target_compile_options(weft_llvm INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
endif()
add_library(weft_lld INTERFACE)
target_link_libraries(weft_lld INTERFACE ${LLVM_LIBRARY_DIR}/liblldELF.a ${LLVM_LIBRARY_DIR}/liblldCommon.a weft_llvm z zstd)
add_library(weft_clang INTERFACE)

if(WEFT_SHARED_LLVM)
  target_link_libraries(weft_llvm INTERFACE LLVM)
  target_link_libraries(weft_clang INTERFACE ${LLVM_LIBRARY_DIR}/libclang-cpp.so weft_llvm)
else()
  execute_process(
    COMMAND ${LLVM_TOOLS_BINARY_DIR}/llvm-config --link-static --libfiles
            x86 lto dtlto frontenddriver passes irreader bitwriter option coverage frontendhlsl frontendopenmp
            frontendoffloading frontendatomic windowsdriver
    OUTPUT_VARIABLE archives OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(archives UNIX_COMMAND "${archives}")
  # Left out of the system's libraries: libxml2 and others, which only tools for Windows and Polly need.
  target_link_libraries(weft_llvm INTERFACE ${archives} z zstd ${CMAKE_DL_LIBS} Threads::Threads)
  # LLD initialises every target that LLVM was built with. All but the host's become empty functions
  # here, which saves 60 MB of code that would never run.
  set(stubs "// Written by cmake/llvm.cmake.\n")
  foreach(name ${LLVM_TARGETS_TO_BUILD})
    if(NOT name STREQUAL "X86")
      foreach(part Target TargetInfo TargetMC AsmPrinter AsmParser)
        string(APPEND stubs "extern \"C\" void LLVMInitialize${name}${part}() {}\n")
      endforeach()
    endif()
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/other_targets.cpp CONTENT "${stubs}" @ONLY)
  add_library(weft_other_targets STATIC ${CMAKE_CURRENT_BINARY_DIR}/other_targets.cpp)
  target_link_libraries(weft_lld INTERFACE weft_other_targets)
  foreach(library Frontend CodeGen Driver Options Serialization Parse Sema APINotes
                  AnalysisLifetimeSafety Analysis Edit ASTMatchers AST Support Lex Basic)
    list(APPEND clang_archives ${LLVM_LIBRARY_DIR}/libclang${library}.a)
  endforeach()
  target_link_libraries(weft_clang INTERFACE ${clang_archives} weft_llvm)
endif()
