// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the functions between the math builtins and the machine are named. The builtin `sin` calls
// `__weft_sin_f32(float)`, for a vector `__weft_sin_f32x4(float4)`; so every vector form of an
// elementwise function is found from the name of its scalar form, at any width.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace weft::compiler {

struct MathName {
  llvm::StringRef stem; // "sin", or "sleef_sin_u10" for a function that SLEEF has
  bool isDouble = false;
  unsigned lanes = 1;

  bool isSleef() const { return stem.starts_with("sleef_"); }
  /// The name of the same function at another width.
  std::string withLanes(unsigned newLanes) const;
};

/// Taken apart, if this is the name of an elementwise math function. Such a function has no side
/// effect, may be called speculatively, and its widened form takes and returns a vector for every
/// scalar (3 lanes are never asked for: builtins pad to 4).
std::optional<MathName> parseMathName(llvm::StringRef function);

} // namespace weft::compiler
