// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The TBB arena.
#include "scheduler/arena.h"
#include "support/hand_off.h"

#include <algorithm>
#include <sched.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_scheduler_observer.h>

namespace weft::runtime {
namespace {

constexpr auto kParallelism = tbb::global_control::max_allowed_parallelism;

/// Keeps workers on a sub-device's CPUs while they are in its arena.
class Pin final : public tbb::task_scheduler_observer {
public:
  Pin(tbb::task_arena &arena, const std::vector<unsigned> &cpus)
      : tbb::task_scheduler_observer(arena) {
    CPU_ZERO(&inside_);
    for (unsigned cpu : cpus)
      if (cpu < CPU_SETSIZE)
        CPU_SET(cpu, &inside_);
    isUsable_ = sched_getaffinity(0, sizeof outside_, &outside_) == 0;
    observe(true);
  }
  ~Pin() override { observe(false); }
  void on_scheduler_entry(bool isWorker) override { set(isWorker, inside_); }
  void on_scheduler_exit(bool isWorker) override { set(isWorker, outside_); }

private:
  void set(bool isWorker, const cpu_set_t &cpus) {
    if (isWorker && isUsable_)
      sched_setaffinity(0, sizeof cpus, &cpus);
  }
  cpu_set_t inside_, outside_;
  bool isUsable_;
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
    if (!cpus.empty())
      pin = std::make_unique<Pin>(arena, cpus);
  }
  tbb::global_control limit;
  tbb::task_arena arena;
  std::unique_ptr<Pin> pin;
};

Arena::Arena(unsigned threads, const std::vector<unsigned> &cpus)
    : implementation_(std::make_unique<Implementation>(threads, cpus)) {}

Arena::~Arena() = default;

bool Arena::enqueue(void (*run)(void *argument), void *argument) noexcept {
  try {
    handOff(argument);
    // enqueue() and not a task in a group: it runs even where nobody waits, and where TBB has but
    // one thread.
    implementation_->arena.enqueue([run, argument] {
      takeOver(argument);
      run(argument);
    });
    return true;
  } catch (...) {
    return false;
  }
}

} // namespace weft::runtime
