// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver's name and version, as the version strings and UUIDs report them.
#pragma once

namespace weft::runtime {

/// WEFT_VERSION comes from the build: the project's version.
inline constexpr char kDriverVersion[] = WEFT_VERSION;
inline constexpr char kPlatformName[] = "Weft";
inline constexpr char kPlatformVendor[] = "The Weft authors";
/// "OpenCL<space><major.minor><space><vendor-specific information>"
inline constexpr char kPlatformVersion[] = "OpenCL 3.0 Weft " WEFT_VERSION;

} // namespace weft::runtime
