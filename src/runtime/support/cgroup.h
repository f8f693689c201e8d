// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a container may use: the CPU time and memory limits of control groups, versions 1 and 2.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>

namespace weft::runtime {

struct CgroupLimits {
  double cpus = std::numeric_limits<double>::infinity(); // CPU time per time
  std::uint64_t memoryBytes = std::numeric_limits<std::uint64_t>::max();
};

/// The contents of a file, or nothing where it cannot be read.
using ReadFile = std::function<std::optional<std::string>(const std::string &path)>;

/// The tightest limits from the process's own groups up to the roots that it sees. `readFile` is a
/// parameter so that tests can play any system.
CgroupLimits cgroupLimits(const ReadFile &readFile);

} // namespace weft::runtime
