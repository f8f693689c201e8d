// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fork server behind libweft (weft/compiler/protocol.h says how they talk).
#pragma once

namespace weft::compiler {

/// Serves until the control socket ends. Returns the exit status.
int serve(int controlSocket);

} // namespace weft::compiler
