// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Credits, references and splicing.
//
// Why nothing is read after it is gone: a Completion exists while it has a credit or a reference.
// Who walks up holds a credit at each step (its own at the first, and a doubled one above each that
// forwards) until the very compare-and-swap that gives it back, and reads `up` before that.
#include "weft/device_queue/completion.h"

namespace weft::device_queue {

bool Completion::tryAdd(std::uint32_t count) noexcept {
  // Acquire, in the exchange too: who sees that it forwards goes on to `up`.
  std::uint64_t word = word_.load(std::memory_order_acquire);
  do {
    // A credit of one that forwards would have to be doubled as well.
    if (word & kForwarding)
      return false;
    assert(credits(word) && "who adds holds a credit below");
  } while (!change(word, word + count * kCredit));
  return true;
}

Completion *Completion::addChild(Completion *counted, bool isOwn) noexcept {
  // Nobody holds an event of the command that enqueues, and nobody will: its children need not wait
  // for it to end in order to be counted above. `up` is stable, for the command has not ended.
  // Relaxed: nothing is concluded from seeing a reference that is gone by now.
  if (isOwn && counted->up() && references(counted->word_.load(std::memory_order_relaxed)) == 1)
    counted = counted->up();
  while (!counted->tryAdd(1))
    counted = counted->up();
  return counted;
}

void Completion::giveBack(Completion *from, std::int32_t status, Worker *worker,
                          std::uint32_t count) noexcept {
  while (from) {
    if (status < 0)
      from->fail(status);
    std::uint64_t word = from->word_.load(std::memory_order_acquire);
    Completion *up;
    do {
      assert(credits(word) >= count);
      up = word & kForwarding ? from->up() : nullptr;
    } while (!from->change(word, (word - count * kCredit) | (status < 0 ? kFailed : 0)));
    bool isLast = credits(word) == count;
    if (word & kForwarding) {
      if (isLast)
        from->dropReference(worker);
      from = up;
      continue;
    }
    if (!isLast)
      return;
    // Complete. Nobody but this thread splices or gives back now, so `up` and the failure are
    // final.
    up = from->up();
    status = from->failure();
    if (from->onComplete(status, worker))
      from->dropReference(worker);
    from = up;
    count = 1;
  }
}

bool Completion::endRunOfRoot(std::int32_t status) noexcept {
  if (status < 0)
    fail(status);
  return credits(word_.fetch_sub(kCredit, std::memory_order_acq_rel)) == 1;
}

void Completion::endRun(std::int32_t status, Worker *worker) noexcept {
  std::uint64_t flags = kEnded;
  if (status < 0) {
    fail(status);
    flags |= kFailed;
  }
  std::uint64_t word = word_.load(std::memory_order_acquire);
  for (;;) {
    if (credits(word) == 1)
      // No children, and no more to come. kEnded has no meaning any more.
      return giveBack(this, 0, worker);
    if (references(word) == 1) {
      if (change(word, word | flags | kClaimed))
        return splice(0, worker);
    } else if (change(word, (word | flags) - kCredit)) {
      return;
    }
  }
}

bool Completion::tryRetain() noexcept {
  std::uint64_t word = word_.load(std::memory_order_relaxed);
  do {
    if (references(word) == 0)
      return false;
  } while (!change(word, word + kReference));
  return true;
}

void Completion::release(Worker *worker) noexcept {
  std::uint64_t word = word_.load(std::memory_order_acquire);
  for (;;) {
    // More releases than references, by a kernel: its own reference is not the kernel's to drop.
    if (references(word) == (credits(word) ? 1 : 0))
      return;
    // The last to see it, while it only waits for others: nobody need wait for it.
    bool splices = references(word) == 2 && credits(word) &&
                   (word & (kEnded | kClaimed | kForwarding)) == kEnded;
    if (splices) {
      // A credit for the time of the splicing, in the course of which it shall not complete.
      if (change(word, (word + kCredit) | kClaimed))
        return splice(1, worker);
    } else if (change(word, word - kReference)) {
      if (references(word) == 1)
        onUnused(worker);
      return;
    }
  }
}

void Completion::dropReference(Worker *worker) noexcept {
  std::uint64_t old = word_.fetch_sub(kReference, std::memory_order_acq_rel);
  if (references(old) == 1)
    onUnused(worker);
}

/// Puts `up` beyond those that forward. This holds `held` credits of `up`, so it exists; of what is
/// above, the doubled ones.
void Completion::skipForwarding(std::uint32_t held, Worker *worker) noexcept {
  for (Completion *passed = up(); passed->word_.load(std::memory_order_acquire) & kForwarding;
       passed = up()) {
    setUp(passed->up());
    // The credits of `passed` go, their doubles are now this one's credits of the new `up`.
    std::uint64_t old = passed->word_.fetch_sub(held * kCredit, std::memory_order_acq_rel);
    if (credits(old) == held)
      passed->dropReference(worker);
  }
}

/// The caller holds a credit of this that nobody else knows, kClaimed and `handles` references,
/// which all go.
void Completion::splice(std::uint32_t handles, Worker *worker) noexcept {
  std::uint32_t held = 1; // of `up`: the own credit, and doubles of those that this is to forward
  for (;;) {
    skipForwarding(held, worker);
    Completion *up = this->up();
    std::uint64_t word = word_.load(std::memory_order_acquire);
    std::uint32_t kept = credits(word) - 1;
    if (kept == 0) {
      // All below have completed meanwhile, so this does, in the ordinary way.
      if (held > 1)
        giveBack(up, 0, worker, held - 1);
      giveBack(this, 0, worker);
      for (; handles; --handles)
        dropReference(worker);
      return;
    }
    if (held < kept + 1) {
      if (!up->tryAdd(kept + 1 - held))
        continue;
      held = kept + 1;
    }
    // Read while it is certain to be there. Who gives back an error after the exchange goes on to
    // `up` itself.
    std::int32_t status = word & kFailed ? failure() : 0;
    // More may have come, by those below that are being spliced or enqueue; then once more.
    if (!change(word, (word | kForwarding) - kCredit - handles * kReference))
      continue;
    giveBack(up, status, worker, held - kept);
    return;
  }
}

} // namespace weft::device_queue
