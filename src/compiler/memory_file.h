// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes between processes, or between us and LLD, without the file system.
#pragma once

#include <string>
#include <string_view>

namespace weft::compiler {

/// A file without a name; other code opens it as path().
class MemoryFile {
public:
  MemoryFile();
  MemoryFile(MemoryFile &&other) noexcept;
  MemoryFile &operator=(MemoryFile &&) = delete;
  ~MemoryFile();

  /// False where the system has no memory left, or no memfd.
  bool valid() const { return descriptor_ >= 0; }
  bool write(std::string_view bytes) const;
  /// All of it, whoever wrote it.
  std::string read() const;

  int descriptor() const { return descriptor_; }
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

private:
  int descriptor_;
};

} // namespace weft::compiler
