// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The commands that one thread has made ready and nobody runs yet.
#pragma once

#include "weft/device_queue/atomic.h"

#include <cassert>
#include <cstddef>
#include <cstdint>

namespace weft::device_queue {

/// The work-stealing deque of Chase and Lev (SPAA 2005), bounded. Its owner puts commands on one
/// end and takes the youngest from there: a tree of enqueues is walked depth first and needs little
/// memory, and what was just written is in the cache. Other threads steal the oldest, which of a
/// tree is the largest part.
///
/// There is room for all commands that can exist, so that push() cannot fail.
template <class T> class WorkDeque {
public:
  /// `cells` must be zero (as fresh memory from the system is), a power of two many.
  WorkDeque(Atomic<T *> *cells, std::uint64_t count) : cells_(cells), mask_(count - 1) {
    assert((count & mask_) == 0);
  }

  /// By the owner.
  void push(T *item) noexcept {
    std::uint64_t bottom = bottom_.load(std::memory_order_relaxed); // only the owner writes it
    cells_[bottom & mask_].store(item, std::memory_order_relaxed);
    // Release: a thief that sees the new bottom sees the cell, and all that lies in the command.
    bottom_.store(bottom + 1, std::memory_order_release);
  }

  /// The youngest, or null. By the owner.
  T *take() noexcept {
    std::uint64_t bottom = bottom_.load(std::memory_order_relaxed);
    // Empty, seen without the store below. Relaxed: top only grows, so an old value of it cannot
    // make a deque look empty that is not.
    if (top_.load(std::memory_order_relaxed) == bottom)
      return nullptr;
    --bottom;
    // The heart of it: the claim of the cell must be seen before top is read, and a thief does the
    // same the other way round (it reads top, then bottom). That orders a store before a load of
    // another variable, for which nothing less than sequential consistency on all four will do: one
    // of the two sees the other. (As operations and not as fences, which ThreadSanitizer does not
    // know; on x86-64 either is one locked instruction.)
    bottom_.store(bottom, std::memory_order_seq_cst);
    std::uint64_t top = top_.load(std::memory_order_seq_cst);
    if (top > bottom) { // a thief has got the last one
      bottom_.store(bottom + 1, std::memory_order_relaxed);
      return nullptr;
    }
    T *item = cells_[bottom & mask_].load(std::memory_order_relaxed); // the owner's own store
    if (top != bottom)
      return item; // thieves that read bottom before the claim are at cells below this one
    // The last one: whoever moves top has it.
    if (!top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst,
                                      std::memory_order_relaxed))
      item = nullptr;
    bottom_.store(bottom + 1, std::memory_order_relaxed);
    return item;
  }

  /// The oldest, or null where there is none or another thread was quicker.
  T *steal() noexcept {
    std::uint64_t top = top_.load(std::memory_order_seq_cst);
    // Seq_cst: see take(). It is an acquire too, with the release of push().
    std::uint64_t bottom = bottom_.load(std::memory_order_seq_cst);
    if (top >= bottom)
      return nullptr;
    // Perhaps overwritten already, if others have taken it; then the exchange fails.
    T *item = cells_[top & mask_].load(std::memory_order_relaxed);
    if (!top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst,
                                      std::memory_order_relaxed))
      return nullptr;
    return item;
  }

  /// How many there are, more or less; exact for the owner while nobody steals.
  std::uint64_t size() const noexcept {
    std::uint64_t top = top_.load(std::memory_order_relaxed);
    std::uint64_t bottom = bottom_.load(std::memory_order_relaxed);
    return bottom > top ? bottom - top : 0;
  }

private:
  // Thieves write top_, the owner bottom_: a line for each, and one for what nobody writes. Both
  // only ever grow (64 bits do not wrap), but for the moment of a take.
  alignas(64) Atomic<std::uint64_t> top_{0};
  alignas(64) Atomic<std::uint64_t> bottom_{0};
  alignas(64) Atomic<T *> *const cells_;
  const std::uint64_t mask_;
};

} // namespace weft::device_queue
