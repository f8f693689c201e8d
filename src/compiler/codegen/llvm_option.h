// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What LLVM lets be set only as an option of its command line.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"

namespace weft::compiler {

/// Sets a hidden option of LLVM for this process, unless the user did (weftc --llvm=).
inline void setLlvmOption(llvm::StringRef name, llvm::StringRef value) {
  auto found = llvm::cl::getRegisteredOptions().find(name);
  if (found != llvm::cl::getRegisteredOptions().end() && found->second->getNumOccurrences() == 0)
    found->second->addOccurrence(0, name, value);
}

} // namespace weft::compiler
