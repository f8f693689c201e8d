// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every clGet*Info answers through one InfoQuery, so that size checks and param_value_size_ret
// exist once and a parameter is a one-line case:
//
//   InfoAnswered contextInfo(Context &context, cl_context_info name, InfoQuery out) {
//     switch (name) {
//     case CL_CONTEXT_NUM_DEVICES:
//       return out.write(cl_uint(context.devices().size()));
//     ...
//     }
//     throw Error(CL_INVALID_VALUE);
//   }
#pragma once

#include "support/error.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>

namespace weft::runtime {

/// Proof that a query was answered: only InfoQuery makes one, so a forgotten case does not compile.
class InfoAnswered {
  friend class InfoQuery;
  InfoAnswered() = default;
};

class InfoQuery {
public:
  InfoQuery(size_t size, void *value, size_t *sizeOut)
      : size_(size), value_(value), sizeOut_(sizeOut) {}

  template <class T> InfoAnswered write(const T &answer) { return bytes(&answer, sizeof answer); }
  template <class T> InfoAnswered writeArray(std::span<const T> answer) {
    return bytes(answer.data(), answer.size_bytes());
  }
  /// With its terminating null.
  InfoAnswered writeString(std::string_view text) {
    throwIf(value_ && size_ < text.size() + 1, CL_INVALID_VALUE);
    if (value_) {
      *std::copy(text.begin(), text.end(), static_cast<char *>(value_)) = '\0';
    }
    if (sizeOut_)
      *sizeOut_ = text.size() + 1;
    return {};
  }

private:
  InfoAnswered bytes(const void *data, size_t count) {
    throwIf(value_ && size_ < count, CL_INVALID_VALUE);
    if (value_ && count)
      std::memcpy(value_, data, count);
    if (sizeOut_)
      *sizeOut_ = count;
    return {};
  }

  size_t size_;
  void *value_;
  size_t *sizeOut_;
};

} // namespace weft::runtime
