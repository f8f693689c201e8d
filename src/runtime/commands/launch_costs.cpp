// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small table by kernel, in which kernels whose slots collide take turns: a lost estimate costs
// one measurement.
#include "commands/launch_costs.h"

#include <atomic>

namespace weft::runtime::launch_costs {
namespace {

/// Key and value may be of different kernels for a moment; then an estimate is wrong once.
struct Slot {
  std::atomic<const void *> kernel{nullptr};
  std::atomic<float> nanoseconds{0};
};

constexpr unsigned kSlotBits = 9;
constinit Slot slots[1u << kSlotBits];

Slot &slotOf(const void *kernel) {
  return slots[(reinterpret_cast<std::uintptr_t>(kernel) >> 4) * 0x9E3779B97F4A7C15u >>
               (64 - kSlotBits)];
}

} // namespace

float nanosecondsPerItem(const void *kernel) noexcept {
  Slot &slot = slotOf(kernel);
  return slot.kernel.load(std::memory_order_relaxed) == kernel
             ? slot.nanoseconds.load(std::memory_order_relaxed)
             : 0;
}

void record(const void *kernel, std::uint64_t items, std::uint64_t nanoseconds) noexcept {
  Slot &slot = slotOf(kernel);
  float sample = float(nanoseconds) / float(items);
  if (slot.kernel.load(std::memory_order_relaxed) == kernel) {
    float old = slot.nanoseconds.load(std::memory_order_relaxed);
    // Quick to believe that a kernel is cheap: the outliers (page faults, preemption) are all up.
    sample = sample < old ? (sample + old) * 0.5f : old + (sample - old) * 0.25f;
  }
  slot.nanoseconds.store(sample, std::memory_order_relaxed);
  slot.kernel.store(kernel, std::memory_order_relaxed);
}

} // namespace weft::runtime::launch_costs
