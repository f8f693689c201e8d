// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared ownership of API objects inside the driver. The application's own count is another one
// (object.h): a query of a reference count reports that, and the driver's needs never show in it.
// Two kinds: a Ref keeps the object alive, a Hold keeps its handle valid too. An object that tells
// the application about another one (clGetMemObjectInfo: CL_MEM_CONTEXT) holds that, since by the
// specification an object is not deleted before those that are attached to it.
#pragma once

#include <utility>

namespace weft::runtime {

struct CountedAlive {
  template <class T> static void take(T &object) { object.addRef(); }
  template <class T> static void drop(T &object) { object.dropRef(); }
};
struct CountedValid {
  template <class T> static void take(T &object) { object.hold(); }
  template <class T> static void drop(T &object) { object.letGo(); }
};

/// A counted pointer to an object.
template <class T, class Counted = CountedAlive> class Ref {
public:
  Ref() = default;
  explicit Ref(T &object) : object_(&object) { Counted::take(object); }
  Ref(const Ref &other) : object_(other.object_) {
    if (object_)
      Counted::take(*object_);
  }
  Ref(Ref &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref &operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_)
      Counted::drop(*object_);
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

template <class T> using Hold = Ref<T, CountedValid>;

} // namespace weft::runtime
