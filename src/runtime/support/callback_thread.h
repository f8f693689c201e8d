// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the application's callbacks run: a thread of their own, so that one that blocks or takes a
// lock of the application holds up neither commands nor a thread that waits in clFinish.
#pragma once

#include <functional>

namespace weft::runtime::CallbackThread {

/// Runs `work` soon, after everything posted before. The thread starts with the first call.
void post(std::function<void()> work) noexcept;

} // namespace weft::runtime::CallbackThread
