// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What weftc --time-report says.
#pragma once

#include "llvm/Support/FormatVariadic.h"

#include <chrono>
#include <ctime>
#include <string>

namespace weft::compiler {

/// Wall and processor time of each stage; the stage that begins ends the one before.
class StageClock {
public:
  void begin(const char *name) {
    end();
    name_ = name;
    start_ = std::chrono::steady_clock::now();
    processorStart_ = std::clock();
  }
  void end() {
    if (!name_)
      return;
    std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start_;
    double processor = 1e3 * double(std::clock() - processorStart_) / CLOCKS_PER_SEC;
    lines_ += llvm::formatv("{0,-12} {1,8:F2} ms, {2,8:F2} ms of this process\n", name_,
                            spent.count(), processor)
                  .str();
    name_ = nullptr;
  }
  const std::string &lines() const { return lines_; }

private:
  const char *name_ = nullptr;
  std::chrono::steady_clock::time_point start_;
  std::clock_t processorStart_ = 0;
  std::string lines_;
};

} // namespace weft::compiler
