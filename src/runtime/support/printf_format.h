// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.14 printf: turns a format string and arguments into text.
#pragma once

#include "weft/abi/printf.h"

#include <span>
#include <string>

namespace weft::runtime {

/// Appends to `out`. False, and `out` is as it was, where the format string is malformed or there
/// are too few arguments.
bool formatPrintf(std::string &out, const char *format,
                  std::span<const WeftPrintfArgument> arguments);

} // namespace weft::runtime
