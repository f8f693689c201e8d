// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A TBB arena, and all that the runtime sees of TBB.
#pragma once

#include <memory>
#include <vector>

namespace weft::runtime {

/// The only file that includes TBB is arena.cpp. Under ThreadSanitizer it is compiled without
/// instrumentation, because Debian's TBB is: half-instrumented, its templates give false reports,
/// and suppressing those by name would hide every race of a worker thread, which has TBB at the
/// bottom of its stack. The hand-off itself is annotated (support/hand_off.h).
class Arena {
public:
  /// `cpus` pins workers while they run tasks of this arena; empty for the whole machine.
  Arena(unsigned threads, const std::vector<unsigned> &cpus);
  ~Arena();

  /// Calls run(argument) on a worker, soon, even if nobody ever waits. False if there is no memory.
  bool enqueue(void (*run)(void *argument), void *argument) noexcept;

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace weft::runtime
