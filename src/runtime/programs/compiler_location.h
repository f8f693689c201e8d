// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the compiler, weftc, is. Looking it up starts no process.
#pragma once

#include <string>

namespace weft::runtime {

struct CompilerLocation {
  std::string path;    ///< empty where there is no compiler
  std::string buildId; ///< names its code: the GNU build id, or size and time of the file
  bool available() const { return !path.empty(); }
};

/// `configured` is the value of WEFT_COMPILER; where that is empty, weftc is looked for beside the
/// library that this code is in: ../libexec/weft/weftc as installed, or in the build tree.
CompilerLocation locateCompiler(const std::string &configured);

/// The GNU build id of an ELF file in hexadecimal, or empty.
std::string elfBuildId(const std::string &path);

} // namespace weft::runtime
