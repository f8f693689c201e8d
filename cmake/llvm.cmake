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
  llvm_map_components_to_libnames(components
    analysis asmparser bitreader bitwriter core coverage debuginfodwarf frontenddriver frontendhlsl
    frontendopenmp frontendoffloading instrumentation ipo irreader linker lto mc object objcarcopts option passes plugins
    profiledata scalaropts support target targetparser transformutils vectorize windowsdriver
    x86asmparser x86codegen x86desc x86info)
  list(TRANSFORM components PREPEND ${LLVM_LIBRARY_DIR}/lib)
  list(TRANSFORM components APPEND .a)
  target_link_libraries(weft_llvm INTERFACE ${components} z zstd ${CMAKE_DL_LIBS} Threads::Threads)
  foreach(library Frontend CodeGen Driver Options Serialization Parse Sema APINotes
                  AnalysisLifetimeSafety Analysis Edit ASTMatchers AST Support Lex Basic)
    list(APPEND archives ${LLVM_LIBRARY_DIR}/libclang${library}.a)
  endforeach()
  target_link_libraries(weft_clang INTERFACE ${archives} weft_llvm)
endif()
