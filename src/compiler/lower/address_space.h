// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The address spaces of kernel IR: the numbers that Clang gives them for spir64.
#pragma once

namespace weft::compiler {

enum class AddressSpace : unsigned {
  Private = 0,
  Global = 1,
  Constant = 2,
  Local = 3,
  Generic = 4, // private, global or local
};

} // namespace weft::compiler
