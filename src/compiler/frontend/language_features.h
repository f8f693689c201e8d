// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which optional parts of OpenCL C a program sees. For spir64 Clang takes everything to be there,
// so the truth has to be told.
#pragma once

#include "frontend/build_options.h"

#include <string>
#include <vector>

namespace weft::compiler {

/// The value of -cl-ext=: "-all,+cl_khr_fp64,...", from weft/compiler/device_features.h.
std::string extensionOption(const BuildOptions &options);

/// Macros to define ("NAME=VALUE") and to undefine before the first line of a program.
struct LanguageMacros {
  std::vector<std::string> define;
  std::vector<std::string> undefine;
};
LanguageMacros languageMacros(const BuildOptions &options);

} // namespace weft::compiler
