// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When is a command complete? OpenCL C 3.0 6.15.19: when it and all its descendants are.
#pragma once

#include "weft/device_queue/atomic.h"

#include <cassert>
#include <cstdint>

namespace weft::device_queue {

class Worker;

/// Counts what a command still waits for before it is complete: the end of its own work-items, and
/// each command below it. There is one for each command of a host queue that may enqueue, and one
/// for each event of a device queue; a command for which nobody asked for an event has none, and is
/// counted where its parent is.
///
/// Each command that is not complete holds one *credit* of the Completion it is counted by (`up`).
/// The last credit given back completes it, which gives back its own credit of `up`, and so on; the
/// walk is a loop.
///
/// An endless chain of commands must not need endless memory. So a Completion whose command has
/// ended, and whose event nobody holds any more, is *spliced* out: each of its credits is doubled
/// by one of `up`, and it is called forwarding. Who gives back a credit of a forwarding one gives
/// back the other as well, nothing is added to it any more, and with its last credit it is gone.
/// Before a Completion is made forwarding, `up` is moved over those above that forward already:
/// that keeps the chains of them short however a program releases its events.
///
/// All of the state that matters is one word, so that each step is one compare-and-swap and no two
/// fields can be seen in an impossible combination. Every change of it is acquire and release: what
/// the work-items of a command wrote is visible to whoever sees the count that its end left behind,
/// in particular to who sees 0.
class Completion {
public:
  /// Of a command that is about to run or to wait; `up` has been given a credit for it. References:
  /// the Completion's own, which goes when it is complete or forwarding and empty, and one for each
  /// event handle.
  void start(Completion *up, std::uint32_t handles) noexcept {
    setUp(up);
    failure_.store(0, std::memory_order_relaxed);
    // Relaxed: whoever reaches it afterwards does so through an event or a command, and these are
    // handed over with release and acquire.
    word_.store(kCredit + (1 + handles) * kReference, std::memory_order_relaxed);
  }

  /// A credit for a new child of a command that is counted by `counted` and has not ended; the
  /// result is where the child is to be counted. `isOwn`: `counted` is of the command itself and of
  /// no ancestor.
  static Completion *addChild(Completion *counted, bool isOwn) noexcept;

  /// Gives back the credit of a command without an event, or `credits` of them. A negative status
  /// is remembered in all that are above.
  static void giveBack(Completion *from, std::int32_t status, Worker *worker,
                       std::uint32_t credits = 1) noexcept;

  /// All work-items of the command have ended. Gives back its own credit.
  void endRun(std::int32_t status, Worker *worker) noexcept;
  /// The same for one at the top: true, and onComplete() is not called, if it was the last credit.
  bool endRunOfRoot(std::int32_t status) noexcept;
  /// Only the credit of its own run is left, at a moment.
  bool isAlone() const noexcept { return credits(word_.load(std::memory_order_acquire)) == 1; }

  /// One more reference, from somebody who has one or only thinks so: false if it is gone.
  bool tryRetain() noexcept;
  void release(Worker *worker) noexcept;

  /// Claims the right to set a user event's status, which is given once.
  bool claimStatus() noexcept {
    return !(word_.fetch_or(kClaimed, std::memory_order_acq_rel) & kClaimed);
  }

  /// 0, or the first negative status of the command or one below. Final when it is complete.
  std::int32_t failure() const noexcept { return failure_.load(std::memory_order_relaxed); }
  void fail(std::int32_t status) noexcept {
    std::int32_t none = 0;
    // Relaxed: the change of the word that follows publishes it.
    failure_.compare_exchange_strong(none, status, std::memory_order_relaxed,
                                     std::memory_order_relaxed);
  }

protected:
  ~Completion() = default;

  /// Called once, by the thread that gave back the last credit. Not for one that was spliced out.
  /// False if it is its owner's from then on, who may have destroyed it already.
  virtual bool onComplete(std::int32_t status, Worker *worker) noexcept = 0;
  /// The last reference is gone: its memory may be used anew.
  virtual void onUnused(Worker *worker) noexcept = 0;

private:
  static constexpr std::uint64_t kCredit = 1;
  static constexpr std::uint64_t kReference = 1ull << 28;
  static constexpr std::uint64_t kEnded = 1ull << 56;   ///< its own work-items have ended
  static constexpr std::uint64_t kClaimed = 1ull << 57; ///< somebody splices it; user events: set
  static constexpr std::uint64_t kForwarding = 1ull << 58; ///< spliced out
  /// A credit has been given back with an error. In the word too, so that who makes it forwarding
  /// cannot overlook one that came with a change of the count and another that undid it.
  static constexpr std::uint64_t kFailed = 1ull << 59;

  static std::uint32_t credits(std::uint64_t word) noexcept {
    return std::uint32_t(word & (kReference - 1));
  }
  static std::uint32_t references(std::uint64_t word) noexcept {
    return std::uint32_t(word >> 28 & (kReference - 1));
  }
  bool change(std::uint64_t &from, std::uint64_t to) noexcept {
    return word_.compare_exchange_weak(from, to, std::memory_order_acq_rel,
                                       std::memory_order_acquire);
  }

  Completion *up() const noexcept { return up_.load(std::memory_order_relaxed); }
  void setUp(Completion *up) noexcept { up_.store(up, std::memory_order_relaxed); }
  bool tryAdd(std::uint32_t count) noexcept;
  void splice(std::uint32_t handles, Worker *worker) noexcept;
  void skipForwarding(std::uint32_t held, Worker *worker) noexcept;
  void dropReference(Worker *worker) noexcept;

  Atomic<std::uint64_t> word_{0};
  Atomic<std::int32_t> failure_{0};
  /// Written by start(), and by who splices, before kForwarding is set. Others read it when they
  /// have seen kForwarding, or as part of the command's own run, which comes before any splicing,
  /// or after the last credit is gone: never while it changes. So relaxed is enough, the word
  /// orders it; it is an atomic for the sake of the model in tests/unit/device_queue_model, which
  /// then sees it.
  Atomic<Completion *> up_{nullptr};
};

} // namespace weft::device_queue
