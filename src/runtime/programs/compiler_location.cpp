// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/compiler_location.h"

#include "support/file.h"

#include <cstring>

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace weft::runtime {
namespace {

bool isExecutable(const std::string &path) {
  struct stat status;
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

/// The folder of the library that contains this function, symbolic links resolved: distributions
/// link libOpenCL.so to it from elsewhere.
std::string libraryFolder() {
  Dl_info info;
  if (!::dladdr(reinterpret_cast<const void *>(&libraryFolder), &info) || !info.dli_fname)
    return {};
  char *resolved = ::realpath(info.dli_fname, nullptr);
  if (!resolved)
    return {};
  std::string path = resolved;
  std::free(resolved);
  return path.substr(0, path.rfind('/'));
}

std::string findCompiler(const std::string &configured) {
  if (!configured.empty())
    return isExecutable(configured) ? configured : std::string();
  std::string folder = libraryFolder();
  if (folder.empty())
    return {};
  // As installed: the library in lib, or in lib/<architecture> as Debian has it. In the build tree:
  // in src/runtime, or in a test program some folders below tests.
  for (const char *relative :
       {"/../libexec/weft/weftc", "/../../libexec/weft/weftc", "/../compiler/weftc",
        "/../src/compiler/weftc", "/../../src/compiler/weftc", "/../../../src/compiler/weftc",
        "/../../../../src/compiler/weftc"})
    if (std::string path = folder + relative; isExecutable(path))
      return path;
  return {};
}

bool readAt(int file, std::uint64_t offset, void *bytes, std::size_t count) {
  return ::pread(file, bytes, count, off_t(offset)) == ssize_t(count);
}

std::string hexadecimal(const unsigned char *bytes, std::size_t count) {
  static const char digits[] = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += digits[bytes[i] >> 4];
    text += digits[bytes[i] & 15];
  }
  return text;
}

std::string buildIdInNotes(const std::vector<unsigned char> &notes) {
  std::size_t at = 0;
  while (at + sizeof(ElfW(Nhdr)) <= notes.size()) {
    ElfW(Nhdr) note;
    std::memcpy(&note, notes.data() + at, sizeof note);
    at += sizeof note;
    std::size_t name = at;
    std::size_t description = name + ((std::size_t(note.n_namesz) + 3) & ~std::size_t(3));
    at = description + ((std::size_t(note.n_descsz) + 3) & ~std::size_t(3));
    if (at > notes.size())
      break;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
        std::memcmp(notes.data() + name, "GNU", 4) == 0)
      return hexadecimal(notes.data() + description, note.n_descsz);
  }
  return {};
}

} // namespace

std::string elfBuildId(const std::string &path) {
  File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  ElfW(Ehdr) header;
  if (!file || !readAt(file.get(), 0, &header, sizeof header) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
    return {};
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) segment;
    if (!readAt(file.get(), header.e_phoff + i * sizeof segment, &segment, sizeof segment))
      return {};
    if (segment.p_type != PT_NOTE || segment.p_filesz > 65536)
      continue;
    std::vector<unsigned char> notes(segment.p_filesz);
    if (!readAt(file.get(), segment.p_offset, notes.data(), notes.size()))
      continue;
    if (std::string id = buildIdInNotes(notes); !id.empty())
      return id;
  }
  return {};
}

CompilerLocation locateCompiler(const std::string &configured) {
  CompilerLocation location;
  location.path = findCompiler(configured);
  if (location.path.empty())
    return location;
  location.buildId = elfBuildId(location.path);
  struct stat status;
  // A wrapper script (a tester's, say) has no build id.
  if (location.buildId.empty() && ::stat(location.path.c_str(), &status) == 0)
    location.buildId = std::to_string(status.st_size) + "-" +
                       std::to_string(status.st_mtim.tv_sec) + "." +
                       std::to_string(status.st_mtim.tv_nsec);
  return location;
}

} // namespace weft::runtime
