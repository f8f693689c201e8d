// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the Device Enqueue Library forbids and no static_assert can see, because it is about how
// programs declare things and not about one type: OpenCL C++ 1.0 3.14.7 Requirements and 3.14.8
// Restrictions. And what its headers make Clang let through.
#pragma once

namespace clang {
class ASTContext;
} // namespace clang

namespace weft::compiler {

/// Reports errors to the context's diagnostics. For programs that include the library.
void checkLibraryUse(clang::ASTContext &ast);

} // namespace weft::compiler
