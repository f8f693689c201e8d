// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernel objects are linked with, as it was when weftc was built, so that weftc asks nothing
// of the machine it runs on.
#pragma once

#include <string_view>

namespace weft::compiler {

/// compiler-rt's support routines (half conversions, 128-bit division): linked in where used.
std::string_view supportRoutines();

/// Shared libraries with names and no code: linking against them leaves a DT_NEEDED entry where one
/// of their symbols is used, and the real library is found when the kernel object is loaded.
std::string_view sleefStub(); // libsleef.so.3
std::string_view libcStub();  // libc.so.6
std::string_view libmStub();  // libm.so.6

} // namespace weft::compiler
