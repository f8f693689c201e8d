// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bound on the cache's size. Several processes may trim at once: each removal that fails only
// means that another was faster, and a removed file that is mapped or being loaded lives on.
#include "programs/object_cache.h"
#include "support/log.h"

#include <algorithm>
#include <ctime>
#include <vector>

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

namespace weft::runtime {
namespace {

struct Entry {
  std::string path;
  std::uint64_t bytes;
  timespec used;
};

/// A file under its temporary name for this long belongs to a writer that died.
constexpr std::time_t kAbandoned = 60 * 60;

template <class Visit> void forEachName(const std::string &folder, Visit visit) {
  DIR *listing = ::opendir(folder.c_str());
  if (!listing)
    return;
  while (const dirent *entry = ::readdir(listing))
    if (entry->d_name[0] != '.')
      visit(std::string(entry->d_name));
  ::closedir(listing);
}

} // namespace

void trimCache(const std::string &folder, std::uint64_t maxBytes) {
  std::vector<Entry> entries;
  std::uint64_t total = 0;
  std::time_t now = std::time(nullptr);
  forEachName(folder, [&](const std::string &name) {
    std::string path = folder + "/" + name;
    if (name.starts_with("new.")) {
      struct stat status;
      if (::lstat(path.c_str(), &status) == 0 && status.st_mtim.tv_sec + kAbandoned < now)
        ::unlink(path.c_str());
      return;
    }
    if (name.size() != 2) // not of the cache's making
      return;
    forEachName(path, [&](const std::string &file) {
      std::string entry = path + "/" + file;
      struct stat status;
      bool ours = entry.ends_with(".so") || entry.ends_with(".cl");
      if (!ours || ::lstat(entry.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return;
      // What it takes on the disk, which for small entries is more than their length.
      auto bytes = std::max(std::uint64_t(status.st_blocks) * 512, std::uint64_t(status.st_size));
      entries.push_back({std::move(entry), bytes, status.st_mtim});
      total += bytes;
    });
  });
  if (total <= maxBytes)
    return;
  std::sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) {
    return a.used.tv_sec != b.used.tv_sec ? a.used.tv_sec < b.used.tv_sec
                                          : a.used.tv_nsec < b.used.tv_nsec;
  });
  std::size_t removed = 0;
  // A margin, so that the next entry does not trim again.
  for (const Entry &entry : entries) {
    if (total <= maxBytes - maxBytes / 8)
      break;
    ::unlink(entry.path.c_str());
    total -= entry.bytes;
    ++removed;
  }
  if (logs(LogTopic::Cache))
    log(LogTopic::Cache, "removed " + std::to_string(removed) + " entries from " + folder);
}

} // namespace weft::runtime
