// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel object in the dynamic loader's hands. See the source for what the loader confuses.
#pragma once

#include "programs/object_image.h"
#include "weft/abi/kernel_descriptor.h"

#include <memory>
#include <string>

namespace weft::runtime {

/// Loads on the thread of an API call only. May be dropped on any thread: the dlclose is left to
/// the next API call that loads or asks for it, because a worker that waits for the loader's lock
/// hangs an application that waits for the worker inside a library's constructor.
class LoadedObject {
public:
  /// Null, with a sentence, if the loader refuses it or it is of another ABI version.
  static std::shared_ptr<const LoadedObject> load(std::shared_ptr<const ObjectImage> image,
                                                  std::string &errorOut);
  LoadedObject(const LoadedObject &) = delete;
  LoadedObject &operator=(const LoadedObject &) = delete;
  ~LoadedObject();

  const WeftModuleDescriptor &module() const { return *module_; }

  /// Unloads what was dropped. Cheap where nothing was.
  static void unloadDropped();

  /// What waits for its dlclose, in a list.
  struct Dropped {
    void *handle = nullptr;
    std::unique_ptr<Dropped> next;
  };

private:
  LoadedObject() = default;

  /// Made beforehand, since a destructor has no way to say that there is no memory.
  std::unique_ptr<Dropped> place_ = std::make_unique<Dropped>();
  const WeftModuleDescriptor *module_ = nullptr;
};

} // namespace weft::runtime
