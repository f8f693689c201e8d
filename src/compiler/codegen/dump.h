// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages of a compilation as files, for WEFT_DUMP and WEFT_DUMP_DIR.
#pragma once

#include "weft/compiler/compile_request.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
}

namespace weft::compiler {

bool dumps(const CodeOptions &code, llvm::StringRef stage);

/// Where `code` asks for this stage: writes <process>.<number>.<suffix> in its folder. Numbers go
/// up over the life of the process, which is one compilation.
void dumpText(const CodeOptions &code, llvm::StringRef stage, llvm::StringRef suffix,
              llvm::function_ref<void(llvm::raw_ostream &)> write);

} // namespace weft::compiler
