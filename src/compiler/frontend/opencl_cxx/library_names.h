// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the OpenCL C++ headers need and no text can say, asked for by pragmas:
//
//   #pragma weft opencl_cxx begin   global, local and constant are identifiers from here on; bodies
//                                   of function templates are parsed when they are used
//   #pragma weft opencl_cxx end     bodies are parsed at once again
//   #pragma weft opencl_cxx using   the using-declarations that follow are not made before a
//                                   program looks for the name; for a builtin has up to 48
//                                   overloads, and the math header alone names 75
//   #pragma weft opencl_cxx atomic  ::atomic_int and so on are free for other types
#pragma once

#include "llvm/ADT/DenseSet.h"

namespace clang {
class CompilerInstance;
class IdentifierInfo;
class NamespaceDecl;
} // namespace clang

namespace weft::compiler {

/// What is known of the library while one program is parsed.
struct LibraryUse {
  bool isIncluded = false;
  /// Builtins that namespace cl has by a using-declaration.
  llvm::DenseSet<const clang::IdentifierInfo *> builtins;
};

/// Before parsing. `use` outlives the compilation.
void addLibraryPragmas(clang::CompilerInstance &clang, LibraryUse &use);

/// Lets namespace cl find its builtins. The declaration is the first one of the namespace.
void findBuiltinsIn(clang::NamespaceDecl &cl, clang::CompilerInstance &clang,
                    const LibraryUse &use);

} // namespace weft::compiler
