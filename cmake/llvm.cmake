# LLVM, Clang and LLD 22 for the compiler process. "22" alone is refused by LLVM's version file: it
# wants the minor version too.
find_package(LLVM 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22)
find_package(Clang REQUIRED CONFIG HINTS ${LLVM_DIR}/../clang)
find_package(LLD REQUIRED CONFIG HINTS ${LLVM_DIR}/../lld)
set(WEFT_LLVM_BIN ${LLVM_TOOLS_BINARY_DIR})
