// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/file.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace weft::runtime {

File::~File() { close(); }

void File::close() {
  if (descriptor_ >= 0)
    ::close(release());
}

namespace {
FileIdentity identity(const struct stat &status) { return {status.st_dev, status.st_ino}; }
} // namespace

std::optional<FileIdentity> identityOf(int descriptor) {
  struct stat status;
  if (::fstat(descriptor, &status) != 0)
    return std::nullopt;
  return identity(status);
}

std::optional<FileIdentity> identityOf(const std::string &path) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0)
    return std::nullopt;
  return identity(status);
}

Mapping::~Mapping() {
  if (!bytes_.empty())
    ::munmap(const_cast<char *>(bytes_.data()), bytes_.size());
}

bool Mapping::map(int descriptor, std::size_t bytes) {
  void *address = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (address == MAP_FAILED)
    return false;
  Mapping replaced(std::move(*this));
  bytes_ = std::string_view(static_cast<const char *>(address), bytes);
  return true;
}

bool writeAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes.remove_prefix(std::size_t(written));
  }
  return true;
}

std::optional<std::string> readFile(const std::string &path) {
  File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status;
  if (!file || ::fstat(file.get(), &status) != 0 || S_ISDIR(status.st_mode))
    return std::nullopt;
  std::string text(std::size_t(status.st_size), '\0');
  std::size_t have = 0;
  for (;;) {
    // One byte more than the file claims, so that one that grew, or /proc's, is read to its end.
    if (have == text.size())
      text.resize(have + 4096);
    ssize_t got = ::read(file.get(), text.data() + have, text.size() - have);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return std::nullopt;
    if (got == 0)
      break;
    have += std::size_t(got);
  }
  text.resize(have);
  return text;
}

} // namespace weft::runtime
