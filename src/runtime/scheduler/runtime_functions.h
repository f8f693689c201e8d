// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of the driver that compiled kernels call.
#pragma once

#include "weft/abi/runtime_functions.h"

namespace weft::runtime {

extern const WeftRuntimeFunctions kRuntimeFunctions;

} // namespace weft::runtime
