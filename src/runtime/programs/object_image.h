// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a compilation left behind, in memory: the result's facts, and the kernel object's bytes
// either in a mapped file of the cache or on the heap.
#pragma once

#include "support/file.h"
#include "weft/compiler/compile_result.h"

#include <memory>
#include <string>
#include <string_view>

namespace weft::runtime {

/// Immutable, shared by the program objects and kernels that came of one compilation.
class ObjectImage {
public:
  /// `result.object` becomes object(); the member of facts() is empty.
  explicit ObjectImage(CompileResult result);
  /// The object is the first `objectBytes` of the file, which is at `path` as long as it is there.
  ObjectImage(CompileResult facts, Mapping file, std::size_t objectBytes, std::string path,
              FileIdentity identity);

  const CompileResult &facts() const { return facts_; }
  /// The ELF shared object; empty unless facts().kind is Executable.
  std::string_view object() const { return object_; }
  /// Where dlopen can find it; empty for an object on the heap.
  const std::string &path() const { return path_; }
  const FileIdentity &identity() const { return identity_; }

private:
  CompileResult facts_;
  std::string heap_;
  Mapping file_;
  std::string_view object_;
  std::string path_;
  FileIdentity identity_;
};

} // namespace weft::runtime
