// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/dump.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace weft::compiler {

bool dumps(const CodeOptions &code, StringRef stage) {
  SmallVector<StringRef> stages;
  StringRef(code.dumpStages).split(stages, ',', -1, false);
  return is_contained(stages, stage);
}

void dumpText(const CodeOptions &code, StringRef stage, StringRef suffix,
              function_ref<void(raw_ostream &)> write) {
  if (!dumps(code, stage))
    return;
  static unsigned number = 0;
  SmallString<128> path(code.dumpDirectory);
  std::string name = std::to_string(number);
  name.insert(0, name.size() < 2, '0');
  ++number;
  sys::path::append(path, Twine(sys::Process::getProcessId()) + "." + name + "." + suffix);
  std::error_code error;
  raw_fd_ostream out(path, error, sys::fs::OF_Text);
  // A folder that cannot be written to must not fail a build.
  if (!error)
    write(out);
}

} // namespace weft::compiler
