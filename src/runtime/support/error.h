// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime's one error idiom: code below api/ throws Error with the status the specification
// names, and entry() in api/entry.h is the only place that catches it.
#pragma once

#include "support/cl.h"

namespace weft::runtime {

class Error {
public:
  explicit Error(cl_int status) : status_(status) {}
  cl_int status() const { return status_; }

private:
  cl_int status_;
};

/// For a check that reads as the specification's sentence: the status, where the condition holds.
inline void throwIf(bool condition, cl_int status) {
  if (condition)
    throw Error(status);
}

} // namespace weft::runtime
