// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Descriptors with an owner, and files as mapped bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <sys/stat.h>

namespace weft::runtime {

/// Owns a descriptor; -1 is none.
class File {
public:
  File() = default;
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(File &&other) noexcept : descriptor_(other.release()) {}
  File &operator=(File &&other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~File();

  explicit operator bool() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }
  int release() { return std::exchange(descriptor_, -1); }
  void close();

private:
  int descriptor_ = -1;
};

/// Which file it is, whatever its name: paths and descriptor numbers are reused, this is not while
/// the file is open or mapped.
struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;
  friend bool operator==(const FileIdentity &, const FileIdentity &) = default;
};
std::optional<FileIdentity> identityOf(int descriptor);
std::optional<FileIdentity> identityOf(const std::string &path);

/// A file's contents, read-only; they stay when the file is deleted.
class Mapping {
public:
  Mapping() = default;
  Mapping(Mapping &&other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  Mapping &operator=(Mapping &&other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Mapping();
  /// False, with errno, if it cannot be mapped; an empty file cannot.
  bool map(int descriptor, std::size_t bytes);
  std::string_view bytes() const { return bytes_; }

private:
  std::string_view bytes_;
};

/// All or nothing.
bool writeAll(int descriptor, std::string_view bytes);
std::optional<std::string> readFile(const std::string &path);

} // namespace weft::runtime
