// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fatal_errors.h"

#include "llvm/Support/ErrorHandling.h"

#include <unistd.h>

namespace weft::compiler {

namespace {

std::function<void(const std::string &)> report;

void tell(const std::string &reason) {
  // A second failure while reporting the first must not come back here.
  auto once = std::move(report);
  report = nullptr;
  if (once)
    once(reason);
  _exit(once ? 0 : 1);
}

void giveUp(void *, const char *reason, bool) { tell(reason); }
void runOut(void *, const char *reason, bool) { tell(std::string("out of memory: ") + reason); }

} // namespace

void onFatalError(std::function<void(const std::string &)> newReport) {
  report = std::move(newReport);
  llvm::remove_fatal_error_handler();
  llvm::install_fatal_error_handler(giveUp);
  llvm::remove_bad_alloc_error_handler();
  llvm::install_bad_alloc_error_handler(runOut);
}

} // namespace weft::compiler
