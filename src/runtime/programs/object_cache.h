// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled programs on disk. An entry is one file, named by its key: the kernel object first, so
// that the file itself is loaded, then the other facts of the result and a trailer with checksums.
//
// Any number of processes use a folder at once without locks: entries are written under another
// name and renamed, never changed, and removed by whoever finds the folder too large. Whatever is
// wrong with the folder (no home, read-only, full, another user's) only makes builds slower.
#pragma once

#include "programs/hash.h"
#include "programs/object_image.h"
#include "support/mutex.h"

#include <cstdint>
#include <memory>
#include <string>

namespace weft::runtime {

class ObjectCache {
public:
  /// An empty folder or a bound of 0 is a cache that never has anything.
  ObjectCache(std::string folder, std::uint64_t maxBytes);

  /// Null if there is no whole and current entry: one with a wrong checksum, or made from an
  /// include file that has changed since, counts as absent.
  std::shared_ptr<const ObjectImage> find(const Hash128 &key) const;

  /// Keeps the result of a successful compilation. Returns the entry, or the result on the heap
  /// where it could not be written.
  std::shared_ptr<const ObjectImage> store(const Hash128 &key, CompileResult result);

  /// Puts the text where a debugger finds it and returns the path; empty where that cannot be.
  std::string keepSource(std::string_view text);

  const std::string &folder() const { return folder_; }

private:
  std::string entryPath(const Hash128 &key, const char *suffix = ".so") const;
  /// Makes the file in one step, for other processes look into the folder.
  bool write(const std::string &path, std::string_view content);
  void written(std::uint64_t bytes);

  const std::string folder_;
  const std::uint64_t maxBytes_;
  Mutex mutex_;
  /// Bytes that may be written before the folder is measured again; other processes write too.
  std::uint64_t untilTrim_ WEFT_GUARDED_BY(mutex_) = 0;
};

/// $XDG_CACHE_HOME/weft, else ~/.cache/weft; empty where there is no home.
std::string defaultCacheFolder();

/// Removes the least recently used entries until the folder is well below the bound.
void trimCache(const std::string &folder, std::uint64_t maxBytes);

} // namespace weft::runtime
