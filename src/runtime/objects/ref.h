// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared ownership of API objects inside the driver. The application's own count is another one
// (object.h): a query of a reference count reports that, and the driver's needs never show in it.
#pragma once

#include <utility>

namespace weft::runtime {

/// A counted pointer to an object with addRef() and dropRef().
template <class T> class Ref {
public:
  Ref() = default;
  explicit Ref(T &object) : object_(&object) { object_->addRef(); }
  Ref(const Ref &other) : object_(other.object_) {
    if (object_)
      object_->addRef();
  }
  Ref(Ref &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref &operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_)
      object_->dropRef();
  }

  /// Takes over the count that a new object is born with.
  static Ref adopt(T *object) {
    Ref ref;
    ref.object_ = object;
    return ref;
  }
  /// Gives the count up to the caller, who returns it with adopt().
  T *release() { return std::exchange(object_, nullptr); }

  T *get() const { return object_; }
  T &operator*() const { return *object_; }
  T *operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

private:
  T *object_ = nullptr;
};

} // namespace weft::runtime
