// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The TBB arena.
#include "scheduler/arena.h"
#include "support/hand_off.h"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <optional>

#include <sched.h>

namespace weft::runtime {
namespace {

constexpr auto kParallelism = tbb::global_control::max_allowed_parallelism;

/// Keeps a worker on a sub-device's CPUs while it runs a task of it. Not an observer of who enters
/// and leaves the arena: a worker that is still in it when the sub-device is released would leave
/// unseen and stay there for good, whatever it works on later, for us or for the application.
class Pin {
public:
  explicit Pin(const cpu_set_t &cpus)
      : isSet_(sched_getaffinity(0, sizeof outside_, &outside_) == 0 &&
               sched_setaffinity(0, sizeof cpus, &cpus) == 0) {}
  ~Pin() {
    if (isSet_)
      sched_setaffinity(0, sizeof outside_, &outside_);
  }
  Pin(const Pin &) = delete;
  Pin &operator=(const Pin &) = delete;

private:
  cpu_set_t outside_;
  bool isSet_;
};

} // namespace

struct Arena::Implementation {
  Implementation(unsigned threads, const std::vector<unsigned> &cpus)
      // TBB counts on the thread that calls it and makes one worker less than there are CPUs. Here
      // the calling thread may do something else, so that the device needs one for each unit. A
      // lower limit of the application's counts; TBB complains of arenas that exceed it.
      : limit(kParallelism,
              std::max<size_t>(threads + 1, tbb::global_control::active_value(kParallelism))),
        // No place is kept for the application's threads: they take part without entering.
        arena(std::clamp(int(tbb::global_control::active_value(kParallelism)) - 1, 1, int(threads)),
              0) {
    arena.initialize();
    if (cpus.empty())
      return;
    CPU_ZERO(&this->cpus.emplace());
    for (unsigned cpu : cpus)
      if (cpu < CPU_SETSIZE)
        CPU_SET(cpu, &*this->cpus);
  }
  tbb::global_control limit;
  tbb::task_arena arena;
  std::optional<cpu_set_t> cpus;
};

Arena::Arena(unsigned threads, const std::vector<unsigned> &cpus)
    : implementation_(std::make_unique<Implementation>(threads, cpus)) {}

Arena::~Arena() = default;

bool Arena::enqueue(void (*run)(void *argument), void *argument) noexcept {
  try {
    handOff(argument);
    // enqueue() and not a task in a group: it runs even where nobody waits, and where TBB has but
    // one thread.
    // A copy of the set, since the task may end the arena's last user.
    implementation_->arena.enqueue([run, argument, cpus = implementation_->cpus] {
      std::optional<Pin> pin;
      if (cpus)
        pin.emplace(*cpus);
      takeOver(argument);
      run(argument);
    });
    return true;
  } catch (...) {
    return false;
  }
}

} // namespace weft::runtime
