// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options string of clBuildProgram, clCompileProgram and clLinkProgram, understood (OpenCL 3.0
// API 5.8.6 Compiler Options, 5.8.7 Linker Options).
#pragma once

#include "weft/compiler/compile_request.h"

#include "llvm/Support/Error.h"

#include <string>
#include <string_view>
#include <vector>

namespace weft::compiler {

enum class LanguageStandard {
  OpenCLC10,
  OpenCLC11,
  OpenCLC12,
  OpenCLC20,
  OpenCLC30,
  OpenCLCpp10,   // C++ for OpenCL 1.0, on OpenCL C 2.0
  OpenCLCpp2021, // C++ for OpenCL 2021, on OpenCL C 3.0
};

/// What -D asks for, in order: a later one wins.
struct MacroOption {
  std::string text; // "NAME" or "NAME=VALUE"
};

struct BuildOptions {
  // 5.8.6.1 Preprocessor Options.
  std::vector<MacroOption> macros;
  std::vector<std::string> includeFolders;

  // 5.8.6.5 Options Controlling the OpenCL C version. Without -cl-std the highest OpenCL C 1.x.
  LanguageStandard standard = LanguageStandard::OpenCLC12;

  // 5.8.6.2 Math Intrinsics Options, 5.8.6.3 Optimization Options.
  bool singlePrecisionConstant = false;
  bool denormsAreZero = false;
  bool correctlyRoundedDivideSqrt = false;
  bool disableOptimization = false;
  bool madEnable = false;
  bool noSignedZeros = false;
  bool unsafeMath = false;
  bool finiteMathOnly = false;
  bool fastRelaxedMath = false;
  bool uniformWorkGroupSize = false;
  bool noSubgroupProgress = false;

  // 5.8.6.4 Options to Request or Suppress Warnings, 5.8.6.6, 5.8.6.7.
  bool noWarnings = false;
  bool warningsAreErrors = false;
  bool kernelArgumentInfo = false;
  bool debug = false;

  // 5.8.7 Linker Options.
  bool createLibrary = false;
  bool enableLinkOptions = false;

  /// OpenCL C before 2.0 has no non-uniform work-groups.
  bool uniformWorkGroups() const {
    return uniformWorkGroupSize || standard <= LanguageStandard::OpenCLC12;
  }
};

/// Fails with the offending option where `action` does not take it; the caller makes
/// CompileStatus::InvalidOptions of that.
llvm::Expected<BuildOptions> parseBuildOptions(std::string_view options, CompileAction action);

/// Splits at spaces. Quotes (double or single) keep spaces together and a backslash takes the next
/// quote, backslash or space literally, so -DNAME=\"text\" and "-DNAME=\"b c\"" reach the
/// preprocessor as a string.
llvm::Expected<std::vector<std::string>> splitOptions(std::string_view options);

} // namespace weft::compiler
