// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/object_cache.h"

#include "support/log.h"
#include "weft/compiler/serialize.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace weft::runtime {
namespace {

/// The last bytes of an entry.
struct Trailer {
  std::uint64_t objectBytes = 0;
  std::uint64_t factBytes = 0;
  Hash128 key;
  Hash128 checksum; // of object and facts
  std::uint32_t format = kFormat;
  std::uint32_t magic = kMagic;

  // The format of the facts is that of the protocol, whose version is in the key.
  static constexpr std::uint32_t kFormat = 1;
  static constexpr std::uint32_t kMagic = 0x43464557; // "WEFC"
};
static_assert(std::is_trivially_copyable_v<Trailer>);

/// An entry's time of last use is written when the one it has is older than this.
constexpr std::time_t kUseGranularity = 10 * 60;

bool dependenciesHold(const CompileResult &facts) {
  for (const Dependency &dependency : facts.dependencies) {
    std::optional<std::string> text = readFile(dependency.path);
    if (!text || hash64(*text) != dependency.hash)
      return false;
  }
  return true;
}

/// Code from the cache runs in this process, so a file that another user could have written is not
/// for us. Root may prepare a folder for all.
bool isTrusted(const struct stat &status) {
  return (status.st_uid == ::geteuid() || status.st_uid == 0) &&
         !(status.st_mode & (S_IWGRP | S_IWOTH));
}

std::shared_ptr<const ObjectImage> readEntry(int file, const std::string &path,
                                             const Hash128 &key) {
  struct stat status;
  if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || !isTrusted(status))
    return nullptr;
  auto size = std::uint64_t(status.st_size);
  Mapping mapping;
  if (size < sizeof(Trailer) || !mapping.map(file, size))
    return nullptr;
  std::string_view bytes = mapping.bytes();
  Trailer trailer;
  std::memcpy(&trailer, bytes.data() + size - sizeof trailer, sizeof trailer);
  std::uint64_t content = size - sizeof trailer;
  if (trailer.magic != Trailer::kMagic || trailer.format != Trailer::kFormat ||
      !(trailer.key == key) || trailer.objectBytes > content ||
      trailer.factBytes != content - trailer.objectBytes ||
      !(hash128(bytes.substr(0, content)) == trailer.checksum))
    return nullptr;
  CompileResult facts;
  if (!deserialize(bytes.substr(trailer.objectBytes, trailer.factBytes), facts) ||
      !dependenciesHold(facts))
    return nullptr;
  timespec now;
  ::clock_gettime(CLOCK_REALTIME, &now);
  if (status.st_mtim.tv_sec + kUseGranularity < now.tv_sec)
    ::futimens(file, nullptr);
  return std::make_shared<ObjectImage>(std::move(facts), std::move(mapping), trailer.objectBytes,
                                       path, FileIdentity{status.st_dev, status.st_ino});
}

/// Makes the folder and those above it; only what it makes itself gets mode 0700.
bool makeFolders(const std::string &folder) {
  if (::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST)
    return true;
  std::size_t slash = folder.rfind('/');
  if (errno != ENOENT || slash == std::string::npos || slash == 0)
    return false;
  return makeFolders(folder.substr(0, slash)) &&
         (::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST);
}

} // namespace

std::string defaultCacheFolder() {
  // "If $XDG_CACHE_HOME is either not set or empty, a default equal to $HOME/.cache should be
  // used", and a relative path is invalid (XDG Base Directory Specification).
  if (const char *cache = std::getenv("XDG_CACHE_HOME"); cache && *cache == '/')
    return std::string(cache) + "/weft";
  if (const char *home = std::getenv("HOME"); home && *home == '/')
    return std::string(home) + "/.cache/weft";
  return {};
}

ObjectCache::ObjectCache(std::string folder, std::uint64_t maxBytes)
    : folder_(maxBytes ? std::move(folder) : std::string()), maxBytes_(maxBytes) {}

std::string ObjectCache::entryPath(const Hash128 &key, const char *suffix) const {
  // 256 folders keep each of them small; the name ends as debuggers expect of a shared object.
  std::string name = key.hexadecimal();
  return folder_ + "/" + name.substr(0, 2) + "/" + name.substr(2) + suffix;
}

std::shared_ptr<const ObjectImage> ObjectCache::find(const Hash128 &key) const {
  if (folder_.empty())
    return nullptr;
  std::string path = entryPath(key);
  File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  std::shared_ptr<const ObjectImage> image = file ? readEntry(file.get(), path, key) : nullptr;
  if (logs(LogTopic::Cache))
    log(LogTopic::Cache, (image ? "hit " : file ? "unusable " : "miss ") + path);
  return image;
}

std::shared_ptr<const ObjectImage> ObjectCache::store(const Hash128 &key, CompileResult result) {
  if (folder_.empty())
    return std::make_shared<ObjectImage>(std::move(result));
  std::string object = std::exchange(result.object, {});
  std::string content = object + serialize(result);
  Trailer trailer;
  trailer.objectBytes = object.size();
  trailer.factBytes = content.size() - object.size();
  trailer.key = key;
  trailer.checksum = hash128(content);
  content.append(reinterpret_cast<const char *>(&trailer), sizeof trailer);
  if (write(entryPath(key), content))
    if (std::shared_ptr<const ObjectImage> entry = find(key))
      return entry;
  result.object = std::move(object);
  return std::make_shared<ObjectImage>(std::move(result));
}

std::string ObjectCache::keepSource(std::string_view text) {
  if (folder_.empty())
    return {};
  // The same text always has the same name, or the key of what is made from it would change.
  std::string path = entryPath(hash128(text), ".cl");
  if (::utimensat(AT_FDCWD, path.c_str(), nullptr, AT_SYMLINK_NOFOLLOW) == 0 || write(path, text))
    return path;
  return {};
}

bool ObjectCache::write(const std::string &path, std::string_view content) {
  if (content.size() > maxBytes_ / 4) // would push everything else out
    return false;
  // The random part is the clock's, for process ids repeat in containers that share the folder.
  static std::atomic<unsigned> counter{0};
  timespec now;
  ::clock_gettime(CLOCK_REALTIME, &now);
  std::string temporary = folder_ + "/new." + std::to_string(::getpid()) + "." +
                          std::to_string(now.tv_nsec) + "." + std::to_string(counter++);
  if (!makeFolders(path.substr(0, path.rfind('/')))) {
    log(LogTopic::Cache, "cannot make " + path.substr(0, path.rfind('/')));
    return false;
  }
  File file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
  // No fsync: after a power failure a torn entry has a wrong checksum.
  bool kept = file && writeAll(file.get(), content);
  file.close();
  kept = kept && ::rename(temporary.c_str(), path.c_str()) == 0;
  if (!kept) {
    log(LogTopic::Cache, "cannot write " + path + ": " + std::strerror(errno));
    ::unlink(temporary.c_str());
  }
  if (kept)
    written(content.size());
  return kept;
}

void ObjectCache::written(std::uint64_t bytes) {
  {
    MutexLock lock(mutex_);
    if (untilTrim_ > bytes) {
      untilTrim_ -= bytes;
      return;
    }
    untilTrim_ = maxBytes_ / 16;
  }
  trimCache(folder_, maxBytes_);
}

} // namespace weft::runtime
