// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/math_names.h"

#include "llvm/ADT/Twine.h"

namespace weft::compiler {

using namespace llvm;

static constexpr StringLiteral kPrefix = "__weft_";

std::string MathName::withLanes(unsigned newLanes) const {
  std::string name = (kPrefix + stem + (isDouble ? "_f64" : "_f32")).str();
  return newLanes == 1 ? name : name + "x" + std::to_string(newLanes);
}

std::optional<MathName> parseMathName(StringRef function) {
  if (!function.consume_front(kPrefix))
    return std::nullopt;
  MathName name;
  std::size_t suffix = function.rfind("_f");
  if (suffix == StringRef::npos || suffix == 0)
    return std::nullopt;
  name.stem = function.take_front(suffix);
  StringRef type = function.drop_front(suffix + 2);
  if (type.consume_front("64"))
    name.isDouble = true;
  else if (!type.consume_front("32"))
    return std::nullopt;
  if (type.empty())
    return name;
  if (!type.consume_front("x") || type.getAsInteger(10, name.lanes) || name.lanes < 2)
    return std::nullopt;
  return name;
}

} // namespace weft::compiler
