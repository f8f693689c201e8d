// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory_file.h"

#include <cerrno>
#include <utility>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace weft::compiler {

MemoryFile::MemoryFile() : descriptor_(memfd_create("weft", MFD_CLOEXEC)) {}

MemoryFile::MemoryFile(MemoryFile &&other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

MemoryFile::~MemoryFile() {
  if (descriptor_ >= 0)
    close(descriptor_);
}

bool MemoryFile::write(std::string_view bytes) const {
  while (!bytes.empty()) {
    ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes.remove_prefix(written);
  }
  return true;
}

std::string MemoryFile::read() const {
  struct stat status = {};
  if (fstat(descriptor_, &status) != 0)
    return {};
  std::string bytes(status.st_size, '\0');
  size_t got = 0;
  while (got < bytes.size()) {
    ssize_t count = pread(descriptor_, bytes.data() + got, bytes.size() - got, got);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return {};
    got += count;
  }
  return bytes;
}

} // namespace weft::compiler
