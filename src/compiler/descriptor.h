// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file descriptor that is closed with its owner.
#pragma once

#include <utility>

#include <unistd.h>

namespace weft::compiler {

class Descriptor {
public:
  explicit Descriptor(int descriptor = -1) : descriptor_(descriptor) {}
  Descriptor(Descriptor &&other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~Descriptor() { reset(); }
  void reset() {
    if (descriptor_ >= 0)
      close(descriptor_);
    descriptor_ = -1;
  }
  int get() const { return descriptor_; }

private:
  int descriptor_;
};

} // namespace weft::compiler
