// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel objects are compiled for exactly one processor. Home folders are shared between machines,
// and binaries travel, so both carry the name of the processor they are for.
#pragma once

#include <string>

namespace weft::runtime {

/// Model and features, as far as they may change the code made for it; the same on two machines
/// only if code of one runs on the other.
const std::string &hostCpuIdentity();

} // namespace weft::runtime
