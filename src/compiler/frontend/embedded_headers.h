// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The headers programs include without asking, as they were when weftc was built: weftc needs
// no Clang beside it.
#pragma once

#include <span>
#include <string_view>

namespace weft::compiler {

struct EmbeddedHeader {
  std::string_view name;
  std::string_view text; // followed by a zero byte, as Clang's lexer asks
  /// What a program says that uses it. Nobody else pays for parsing it; empty for all.
  std::string_view trigger = {};
};

/// opencl-c-base.h is Clang's: types, constants and macros. weft-builtins.h is ours: declarations
/// of builtins that Clang's own tables lack, of which the larger sets are headers of their own.
std::span<const EmbeddedHeader> embeddedHeaders();

/// include/opencl_cxx, which programs in C++ for OpenCL 2021 include by name.
std::span<const EmbeddedHeader> libraryHeaders();

} // namespace weft::compiler
