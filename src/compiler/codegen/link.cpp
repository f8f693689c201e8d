// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/link.h"

#include "codegen/embedded_libraries.h"
#include "memory_file.h"

#include "lld/Common/CommonLinkerContext.h"
#include "lld/Common/Driver.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/raw_ostream.h"

#include <string_view>

#include <unistd.h>

LLD_HAS_DRIVER(elf)

using namespace llvm;

namespace weft::compiler {

namespace {

struct Needs {
  bool sleef = false;
  bool support = false; // compiler-rt, libc, libm
};

/// LLD reads each library that it is given, used or not; most kernels use none.
Error findNeeds(const std::string &bytes, Needs &needs) {
  Expected<std::unique_ptr<object::ObjectFile>> object =
      object::ObjectFile::createELFObjectFile(MemoryBufferRef(bytes, "kernels"));
  if (!object)
    return object.takeError();
  for (const object::SymbolRef &symbol : (*object)->symbols()) {
    Expected<uint32_t> flags = symbol.getFlags();
    if (!flags)
      return flags.takeError();
    if (!(*flags & object::SymbolRef::SF_Undefined))
      continue;
    Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    if (name->starts_with("Sleef_"))
      needs.sleef = true;
    else if (!name->empty() && !name->starts_with("weft."))
      needs.support = true;
  }
  return Error::success();
}

/// LLD writes to standard output for "-o -", which is how its output stays off the file system.
class RedirectedOutput {
public:
  explicit RedirectedOutput(int target) : saved_(dup(STDOUT_FILENO)) {
    outs().flush();
    dup2(target, STDOUT_FILENO);
  }
  ~RedirectedOutput() {
    outs().flush();
    if (saved_ >= 0) {
      dup2(saved_, STDOUT_FILENO);
      close(saved_);
    } else {
      close(STDOUT_FILENO);
    }
  }

private:
  int saved_;
};

} // namespace

Expected<std::string> linkKernelObject(ArrayRef<std::string> objects) {
  std::vector<MemoryFile> files;
  std::vector<std::string> words = {
      "ld.lld", "-shared", "-o", "-", "-z", "defs", "--as-needed", "--threads=1", "--build-id=none",
      "--hash-style=gnu", "--gc-sections",
      // Few and small segments: a kernel object is mapped for each program.
      "-z", "noseparate-code", "-z", "norelro", "--no-rosegment"};
  auto input = [&](std::string_view bytes) {
    if (!files.emplace_back().write(bytes))
      return false;
    words.push_back(files.back().path());
    return true;
  };
  bool good = true;
  Needs needs;
  for (const std::string &object : objects) {
    if (Error error = findNeeds(object, needs))
      return error;
    good &= input(object);
  }
  if (needs.sleef)
    good &= input(sleefStub());
  if (needs.support)
    good &= input(supportRoutines()) && input(libcStub()) && input(libmStub());
  MemoryFile output;
  if (!good || !output.valid())
    return createStringError("no memory for the objects to link");

  std::vector<const char *> arguments;
  for (const std::string &word : words)
    arguments.push_back(word.c_str());
  std::string messages;
  raw_string_ostream log(messages);
  bool linked;
  {
    RedirectedOutput redirected(output.descriptor());
    linked = lld::elf::link(arguments, log, log, /*exitEarly=*/false, /*disableOutput=*/false);
    lld::CommonLinkerContext::destroy(); // for the next link
  }
  if (!linked)
    return createStringError(messages);
  return output.read();
}

} // namespace weft::compiler
