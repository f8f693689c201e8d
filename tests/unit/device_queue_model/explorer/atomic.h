// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomics that hand control to the explorer before each operation. They are sequentially
// consistent, as the model is: what weaker orders the code asks for is argued in its comments.
#pragma once

#include "explorer/explorer.h"

#include <atomic>

namespace weft::device_queue {

template <class T> class ExploredAtomic {
public:
  ExploredAtomic() = default;
  constexpr ExploredAtomic(T value) : value_(value) {}
  ExploredAtomic(const ExploredAtomic &) = delete;

  T load(std::memory_order) const {
    explorer::step(this, explorer::Access::Read);
    return value_;
  }
  void store(T value, std::memory_order) {
    explorer::step(this, explorer::Access::Write);
    value_ = value;
  }
  T exchange(T value, std::memory_order) {
    return update([&](T) { return value; });
  }
  T fetch_add(T value, std::memory_order) {
    return update([&](T old) { return T(old + value); });
  }
  T fetch_sub(T value, std::memory_order) {
    return update([&](T old) { return T(old - value); });
  }
  T fetch_and(T value, std::memory_order) {
    return update([&](T old) { return T(old & value); });
  }
  T fetch_or(T value, std::memory_order) {
    return update([&](T old) { return T(old | value); });
  }
  bool compare_exchange_strong(T &expected, T desired, std::memory_order, std::memory_order) {
    explorer::step(this, explorer::Access::Write);
    if (value_ == expected) {
      value_ = desired;
      return true;
    }
    expected = value_;
    return false;
  }
  /// Does not fail for no reason: that would only repeat a loop.
  bool compare_exchange_weak(T &expected, T desired, std::memory_order success,
                             std::memory_order failure) {
    return compare_exchange_strong(expected, desired, success, failure);
  }

private:
  template <class Function> T update(Function function) {
    explorer::step(this, explorer::Access::Write);
    T old = value_;
    value_ = function(old);
    return old;
  }
  T value_{};
};

template <class T> using Atomic = ExploredAtomic<T>;

} // namespace weft::device_queue
