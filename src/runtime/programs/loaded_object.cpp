// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dlopen takes a file for one that it has already if the *name* was used for that one or if the
// inode is the same. The second is what we want: the same file is the same code, and all data of a
// program lives outside of it. The first is a trap, and the wrong kernel runs: the cache replaces
// entries under their name (an include file changed), and /proc/self/fd/N names another file each
// time N is reused. So a name that once stood for another inode is never given to the loader again;
// a detour of "./" that was not used before makes it a new name for the same file.
#include "programs/loaded_object.h"

#include "support/file.h"
#include "support/log.h"
#include "support/mutex.h"
#include "weft/abi/version.h"

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>
#include <utility>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace weft::runtime {
namespace {

/// The names that the loader was given, and the handles that wait for their dlclose. Never
/// destroyed: the last program may be released by a static destructor.
struct LoaderState {
  Mutex mutex;
  std::map<std::string, FileIdentity> names WEFT_GUARDED_BY(mutex);
  std::uint64_t detours WEFT_GUARDED_BY(mutex) = 0;
  std::unique_ptr<LoadedObject::Dropped> dropped WEFT_GUARDED_BY(mutex);
  std::atomic<bool> anyDropped{false};
};

LoaderState &loaderState() {
  alignas(LoaderState) static std::byte memory[sizeof(LoaderState)]; // a release needs none
  static auto *const kState = new (memory) LoaderState;
  return *kState;
}

/// folder/name as folder/<detour>/name, the detour spelling `number` in a prefix code.
std::string withDetour(const std::string &path, std::uint64_t number) {
  std::string detour = "/";
  for (; number; number >>= 1)
    detour += number & 1 ? "./" : ".//";
  std::size_t slash = path.rfind('/');
  return path.substr(0, slash) + detour + path.substr(slash + 1);
}

/// A name for this file that the loader cannot know for another one.
std::string unusedName(const std::string &path, const FileIdentity &identity) {
  LoaderState &state = loaderState();
  MutexLock lock(state.mutex);
  auto [known, isNew] = state.names.try_emplace(path, identity);
  if (isNew || known->second == identity)
    return path;
  return withDetour(path, ++state.detours);
}

struct Attempt {
  void *handle = nullptr;
  std::string error;
};

Attempt openByName(const std::string &path, const FileIdentity &identity) {
  Attempt attempt;
  std::string name = unusedName(path, identity);
  // RTLD_NOW: no symbol is looked up while a kernel runs. RTLD_LOCAL: weft_module is in all.
  attempt.handle = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!attempt.handle) {
    const char *error = ::dlerror();
    attempt.error = error ? error : "dlopen failed";
    return attempt;
  }
  // Our mapping keeps the inode from being reused, so the same identity before and after means
  // that the loader opened this very file, and none that was renamed onto its name.
  if (identityOf(path) != identity) {
    ::dlclose(attempt.handle);
    attempt.handle = nullptr;
    attempt.error = "replaced while it was loaded";
  }
  return attempt;
}

/// In memory, for a machine where nothing can be written (or nothing that may be executed).
Attempt openInMemory(std::string_view object) {
#if !defined(MFD_EXEC)
#define MFD_EXEC 0x0010U
#endif
  Attempt attempt;
  File file(::memfd_create("weft-kernel", MFD_CLOEXEC | MFD_EXEC));
  if (!file && errno == EINVAL) // before Linux 6.3
    file = File(::memfd_create("weft-kernel", MFD_CLOEXEC));
  if (!file || !writeAll(file.get(), object)) {
    attempt.error = std::string("memfd_create: ") + std::strerror(errno);
    return attempt;
  }
  std::string path = "/proc/self/fd/" + std::to_string(file.get());
  // identityOf(path) follows the link to the file itself. The descriptor may be closed afterwards.
  if (std::optional<FileIdentity> identity = identityOf(file.get()))
    attempt = openByName(path, *identity);
  return attempt;
}

/// Where /proc is not mounted or memory files may not be executed.
Attempt openTemporary(std::string_view object) {
  Attempt attempt;
  const char *folder = std::getenv("TMPDIR");
  std::string path = std::string(folder && *folder == '/' ? folder : "/tmp") + "/weft-XXXXXX.so";
  File file(::mkostemps(path.data(), 3, O_CLOEXEC));
  if (!file) {
    attempt.error = path + ": " + std::strerror(errno);
    return attempt;
  }
  if (writeAll(file.get(), object)) {
    if (std::optional<FileIdentity> identity = identityOf(file.get()))
      attempt = openByName(path, *identity);
  } else {
    attempt.error = path + ": " + std::strerror(errno);
  }
  ::unlink(path.c_str());
  return attempt;
}

Attempt open(const ObjectImage &image) {
  Attempt attempt;
  if (!image.path().empty()) {
    attempt = openByName(image.path(), image.identity());
    if (attempt.handle)
      return attempt;
    log(LogTopic::Cache, attempt.error); // evicted, or the folder may not be executed from
  }
  attempt = openInMemory(image.object());
  if (attempt.handle)
    return attempt;
  Attempt last = openTemporary(image.object());
  if (!last.handle)
    last.error = attempt.error + "; " + last.error;
  return last;
}

} // namespace

std::shared_ptr<const LoadedObject> LoadedObject::load(std::shared_ptr<const ObjectImage> image,
                                                       std::string &errorOut) {
  unloadDropped();
  std::shared_ptr<LoadedObject> object(new LoadedObject);
  Attempt attempt = open(*image);
  if (!attempt.handle) {
    errorOut = "the kernel object cannot be loaded: " + attempt.error;
    return nullptr;
  }
  object->place_->handle = attempt.handle;
  auto *module =
      static_cast<const WeftModuleDescriptor *>(::dlsym(attempt.handle, WEFT_MODULE_SYMBOL));
  if (!module || module->abiVersion != WEFT_ABI_VERSION) {
    errorOut = module
                   ? "the kernel object is of ABI version " + std::to_string(module->abiVersion) +
                         ", not " + std::to_string(WEFT_ABI_VERSION)
                   : std::string("this is no kernel object: it has no " WEFT_MODULE_SYMBOL);
    return nullptr;
  }
  object->module_ = module;
  return object;
}

LoadedObject::~LoadedObject() {
  if (!place_->handle)
    return;
  LoaderState &state = loaderState();
  MutexLock lock(state.mutex);
  place_->next = std::move(state.dropped);
  state.dropped = std::move(place_);
  state.anyDropped.store(true, std::memory_order_release);
}

void LoadedObject::unloadDropped() {
  LoaderState &state = loaderState();
  if (!state.anyDropped.load(std::memory_order_acquire))
    return;
  std::unique_ptr<Dropped> dropped;
  {
    MutexLock lock(state.mutex);
    dropped = std::move(state.dropped);
    state.anyDropped.store(false, std::memory_order_relaxed);
  }
  for (; dropped; dropped = std::move(dropped->next))
    ::dlclose(dropped->handle);
}

} // namespace weft::runtime
