// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a few threads through every interleaving of their atomic operations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace weft::explorer {

enum class Access : std::uint8_t { Read, Write };

/// Called by the atomics before an operation.
void step(const void *address, Access access);

/// From now to the end of the execution, an operation in there is an error: the memory is somebody
/// else's.
void bury(const void *address, std::size_t bytes);
/// It is in use again.
void unbury(const void *address);

/// Reports what is wrong with this execution; the first is kept, with the schedule that led there.
void fail(const std::string &message);

/// One execution: `threads` run interleaved after `setUp` and before `check`, which run alone.
struct Scenario {
  std::function<void()> setUp;
  std::vector<std::function<void()>> threads;
  std::function<void()> check;
};

struct Result {
  std::uint64_t executions = 0; ///< that came to their end
  bool isComplete = false;      ///< all there are
  std::string failure;          ///< empty: every execution was right
};

/// Depth-first over all schedules, leaving out those that differ from another only in the order of
/// operations that do not see each other (sleep sets; Godefroid, LNCS 1032). `most` bounds the
/// executions.
Result explore(const Scenario &scenario, std::uint64_t most = 2'000'000);

} // namespace weft::explorer
