// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For what happens by itself some time later and tells nobody.
#pragma once

#include <chrono>
#include <thread>

namespace weft::test {

/// Asks until the answer is yes, for twenty seconds at most; false if it never was.
template <class Condition> bool eventually(Condition &&condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end)
      return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

} // namespace weft::test
