// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hands out runs of equal blocks of a memory, with a bit for each block.
#pragma once

#include "weft/device_queue/atomic.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace weft::device_queue {

/// Lock-free: a thread that is stopped anywhere keeps no other from taking or giving. A free list
/// would be as quick, but what was cut for small commands could not be had by a large one again,
/// and its head needs a tag against ABA; a bit says all there is to say about its block.
class BlockPool {
public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  BlockPool() = default;
  /// Throws std::bad_alloc.
  explicit BlockPool(std::uint32_t blocks)
      : wordCount_((blocks + 63) / 64),
        words_(std::make_unique<Atomic<std::uint64_t>[]>(wordCount_)) {
    for (std::uint32_t i = 0; i < wordCount_; ++i)
      words_[i].store(0, std::memory_order_relaxed);
    if (blocks % 64) { // those that are not there are taken
      missing_ = ~0ull << blocks % 64;
      words_[wordCount_ - 1].store(missing_, std::memory_order_relaxed);
    }
  }

  /// The first of `count` adjacent blocks, or kNone. Looks from `hint` on, which is left where it
  /// found them: so a thread that takes and gives keeps to memory its cache has, and threads with
  /// different hints keep off each other's words. Several blocks are within one word, or whole
  /// words.
  std::uint32_t take(std::uint32_t count, std::uint32_t &hint) noexcept {
    if (count > 64)
      return takeWords((count + 63) / 64);
    std::uint64_t mask = maskOf(count);
    std::uint32_t at = hint < wordCount_ ? hint : hint % wordCount_;
    for (std::uint32_t tried = 0; tried < wordCount_; ++tried) {
      Atomic<std::uint64_t> &word = words_[at];
      std::uint64_t taken = word.load(std::memory_order_relaxed);
      while (std::uint64_t starts = runsOf(~taken, count)) {
        unsigned first = unsigned(std::countr_zero(starts));
        // Acquire, with the release of give(): whatever its last owner did with a block is over.
        if (word.compare_exchange_weak(taken, taken | mask << first, std::memory_order_acquire,
                                       std::memory_order_relaxed)) {
          hint = at;
          return at * 64 + first;
        }
      }
      at = at + 1 == wordCount_ ? 0 : at + 1;
    }
    return kNone;
  }

  void give(std::uint32_t first, std::uint32_t count) noexcept {
    if (count > 64) {
      for (std::uint32_t i = 0; i < (count + 63) / 64; ++i)
        words_[first / 64 + i].store(0, std::memory_order_release);
      return;
    }
    words_[first / 64].fetch_and(~(maskOf(count) << first % 64), std::memory_order_release);
  }

  /// None is taken; at a moment when nobody takes any.
  bool isUntouched() const noexcept {
    for (std::uint32_t i = 0; i < wordCount_; ++i)
      if (words_[i].load(std::memory_order_acquire) != (i + 1 == wordCount_ ? missing_ : 0))
        return false;
    return true;
  }

private:
  static std::uint64_t maskOf(std::uint32_t count) noexcept { return ~0ull >> (64 - count); }

  /// Bit i is set where `count` free blocks begin at i.
  static std::uint64_t runsOf(std::uint64_t free, std::uint32_t count) noexcept {
    for (std::uint32_t have = 1; have < count;) {
      std::uint32_t step = std::min(have, count - have);
      free &= free >> step;
      have += step;
    }
    return free;
  }

  /// More than a word: takes words that are free altogether, or gives back those it got.
  std::uint32_t takeWords(std::uint32_t count) noexcept {
    for (std::uint32_t first = 0; first + count <= wordCount_;) {
      std::uint32_t have = 0;
      std::uint64_t none = 0;
      while (have < count &&
             words_[first + have].compare_exchange_strong(none, ~0ull, std::memory_order_acquire,
                                                          std::memory_order_relaxed)) {
        ++have;
        none = 0;
      }
      if (have == count)
        return first * 64;
      for (std::uint32_t i = 0; i < have; ++i)
        words_[first + i].store(0, std::memory_order_release);
      first += have + 1;
    }
    return kNone;
  }

  std::uint32_t wordCount_ = 0;
  std::uint64_t missing_ = 0; ///< of the last word
  std::unique_ptr<Atomic<std::uint64_t>[]> words_;
};

} // namespace weft::device_queue
