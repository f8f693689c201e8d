// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM gives up on some input ("report_fatal_error", out of memory) by ending the process. Each of
// our processes has something to say before that.
#pragma once

#include <functional>
#include <string>

namespace weft::compiler {

/// `report` is told why, and then the process ends with status 0: its report is its answer.
/// Replaces what was set before, as a forked process must.
void onFatalError(std::function<void(const std::string &reason)> report);

} // namespace weft::compiler
