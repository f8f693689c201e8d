// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registry of live handles. Applications that link the driver directly can hand us anything;
// those behind a loader hand us what the loader could dereference.
#include "objects/object.h"
#include "support/mutex.h"

#include <memory>

#include <pthread.h>

namespace weft::runtime::handles {
namespace {

/// An address and a kind in one word, so that one load reads both: addresses of user space have at
/// most 57 bits (x86-64 with five-level paging), kinds four. 0 is a free slot.
constexpr unsigned kKindBits = 4;
constexpr unsigned kAddressBits = 57;
constexpr std::uintptr_t kFree = 0;

std::uintptr_t address(const void *handle) { return reinterpret_cast<std::uintptr_t>(handle); }
std::uintptr_t slotValue(const void *handle, std::uint8_t kind) {
  return address(handle) << kKindBits | (kind + 1u);
}
std::uintptr_t addressOf(std::uintptr_t value) { return value >> kKindBits; }

/// Fibonacci hashing: the top bits choose the shard, those below the slot.
std::uint64_t hashOf(std::uintptr_t address) { return (address >> 3) * 0x9E3779B97F4A7C15u; }

struct Table {
  explicit Table(size_t capacity)
      : mask(capacity - 1), slots(new std::atomic<std::uintptr_t>[capacity]()) {}
  const size_t mask; // capacity - 1, a power of two less one
  const std::unique_ptr<std::atomic<std::uintptr_t>[]> slots;
};

/// One part of the registry: open addressing, linear probing, at most half full.
///
/// Readers take no lock. While a writer moves entries they may miss one, never see one that is not
/// live; so "found" is final, and "not found", which is the way to an error code, is asked again
/// under the lock.
class Shard {
public:
  void add(std::uintptr_t value) {
    MutexLock lock(mutex_);
    Table *table = table_.load(std::memory_order_relaxed);
    if (!table || (count_ + 1) * 2 > table->mask + 1)
      table = grow(table);
    insert(*table, value);
    ++count_;
  }

  void remove(std::uintptr_t address) {
    MutexLock lock(mutex_);
    Table *table = table_.load(std::memory_order_relaxed);
    if (!table)
      return;
    size_t hole = home(*table, address);
    for (;; hole = (hole + 1) & table->mask) {
      std::uintptr_t value = table->slots[hole].load(std::memory_order_relaxed);
      if (value == kFree)
        return;
      if (addressOf(value) == address)
        break;
    }
    // Close the hole by moving later entries of the run into it, so that no tombstones pile up.
    for (size_t next = hole;;) {
      next = (next + 1) & table->mask;
      std::uintptr_t value = table->slots[next].load(std::memory_order_relaxed);
      if (value == kFree)
        break;
      size_t wanted = home(*table, addressOf(value));
      // The entry may move only if its home is not in (hole, next], cyclically.
      if (((next - wanted) & table->mask) < ((next - hole) & table->mask))
        continue;
      table->slots[hole].store(value, std::memory_order_relaxed);
      hole = next;
    }
    table->slots[hole].store(kFree, std::memory_order_relaxed);
    --count_;
  }

  /// Around a fork, so that the child finds no lock held by a thread that it does not have.
  void lockForFork() WEFT_NO_THREAD_SAFETY_ANALYSIS { mutex_.lock(); }
  void unlockAfterFork() WEFT_NO_THREAD_SAFETY_ANALYSIS { mutex_.unlock(); }

  bool contains(std::uintptr_t value) {
    // Acquire: the slots of a table that was just published must be seen as filled.
    if (Table *table = table_.load(std::memory_order_acquire); table && find(*table, value))
      return true;
    MutexLock lock(mutex_);
    Table *table = table_.load(std::memory_order_relaxed);
    return table && find(*table, value);
  }

private:
  static constexpr size_t kFirstCapacity = 64;

  static size_t home(const Table &table, std::uintptr_t address) {
    return size_t(hashOf(address) >> 16) & table.mask;
  }
  static bool find(const Table &table, std::uintptr_t value) {
    // Bounded, since a racing reader has no promise of a free slot at the end of the run.
    size_t slot = home(table, addressOf(value));
    for (size_t step = 0; step <= table.mask; ++step, slot = (slot + 1) & table.mask) {
      std::uintptr_t found = table.slots[slot].load(std::memory_order_relaxed);
      if (found == value)
        return true;
      if (found == kFree)
        return false;
    }
    return false;
  }
  static void insert(Table &table, std::uintptr_t value) {
    size_t slot = home(table, addressOf(value));
    while (table.slots[slot].load(std::memory_order_relaxed) != kFree)
      slot = (slot + 1) & table.mask;
    table.slots[slot].store(value, std::memory_order_relaxed);
  }
  Table *grow(Table *old) WEFT_REQUIRES(mutex_) {
    auto *table = new Table(old ? (old->mask + 1) * 2 : kFirstCapacity);
    for (size_t slot = 0; old && slot <= old->mask; ++slot)
      if (std::uintptr_t value = old->slots[slot].load(std::memory_order_relaxed); value != kFree)
        insert(*table, value);
    // The old table stays: a reader may be in it. Together they are smaller than the new one.
    // They are chained only so that leak checkers see them in use.
    retired_ = new Retired{old, retired_};
    table_.store(table, std::memory_order_release);
    return table;
  }

  struct Retired {
    Table *table;
    Retired *next;
  };

  alignas(64) std::atomic<Table *> table_{nullptr};
  Mutex mutex_;
  size_t count_ WEFT_GUARDED_BY(mutex_) = 0;
  Retired *retired_ WEFT_GUARDED_BY(mutex_) = nullptr;
};

constexpr unsigned kShardBits = 4;
/// Constant-initialised and never destroyed: handles are used before main() and after it.
constinit Shard shards[1u << kShardBits];

Shard &shardOf(const void *handle) { return shards[hashOf(address(handle)) >> (64 - kShardBits)]; }

void lockAll() {
  for (Shard &shard : shards)
    shard.lockForFork();
}
void unlockAll() {
  for (Shard &shard : shards)
    shard.unlockAfterFork();
}
/// With the library, before any thread can make an object. A failure leaves forks as they are
/// everywhere else: safe but for that moment.
[[maybe_unused]] const int forkHandlers = pthread_atfork(lockAll, unlockAll, unlockAll);

} // namespace

void add(const void *handle, std::uint8_t kind) { shardOf(handle).add(slotValue(handle, kind)); }

void remove(const void *handle) { shardOf(handle).remove(address(handle)); }

bool contains(const void *handle, std::uint8_t kind) {
  if (address(handle) >> kAddressBits)
    return false; // not an address at all, and it would not fit a slot
  return shardOf(handle).contains(slotValue(handle, kind));
}

} // namespace weft::runtime::handles
