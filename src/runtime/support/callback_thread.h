// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the application's callbacks run: a thread of their own, so that one that blocks or takes a
// lock of the application holds up neither commands nor a thread that waits in clFinish.
#pragma once

#include <memory>
#include <utility>

namespace weft::runtime {

/// Made when the application asks for it, so that no memory is needed when it is due.
class Callback {
public:
  virtual ~Callback() = default;
  virtual void call() = 0;

private:
  friend class CallbackList;
  std::unique_ptr<Callback> next_;
};

/// First in, first out.
class CallbackList {
public:
  CallbackList() = default;
  CallbackList(CallbackList &&other) noexcept
      : first_(std::move(other.first_)), last_(std::exchange(other.last_, nullptr)) {}

  bool isEmpty() const { return !first_; }
  void append(std::unique_ptr<Callback> callback) noexcept {
    Callback *last = callback.get();
    (last_ ? last_->next_ : first_) = std::move(callback);
    last_ = last;
  }
  /// Null if there is none.
  std::unique_ptr<Callback> takeFirst() noexcept {
    std::unique_ptr<Callback> first = std::move(first_);
    if (first)
      first_ = std::move(first->next_);
    if (!first_)
      last_ = nullptr;
    return first;
  }

private:
  std::unique_ptr<Callback> first_;
  Callback *last_ = nullptr;
};

namespace CallbackThread {

/// Calls it soon, after everything posted before. The thread starts with the first one.
void post(std::unique_ptr<Callback> callback) noexcept;

} // namespace CallbackThread
} // namespace weft::runtime
