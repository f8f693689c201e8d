// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all memory objects share: see mem_object.h.
#include "objects/mem_object.h"

#include "objects/context.h"
#include "support/error.h"

#include <algorithm>
#include <cstdlib>

namespace weft::runtime {

MemObject::MemObject(Context &context, cl_mem_object_type type, cl_mem_flags flags, size_t size)
    : context_(context), type_(type), flags_(flags), size_(size) {}

MemObject::~MemObject() {
  // OpenCL 3.0 API 5.5.1: in the reverse order of registration, and before the resources are freed,
  // so that the application may free its host pointer in the last one.
  std::vector<Registered> callbacks;
  {
    MutexLock lock(mutex_);
    callbacks.swap(callbacks_);
  }
  for (auto each = callbacks.rbegin(); each != callbacks.rend(); ++each)
    each->callback(handle(), each->userData);
}

void MemObject::FreeMemory::operator()(std::byte *memory) const { std::free(memory); }

void MemObject::addMapping(const Mapping &mapping) {
  MutexLock lock(mutex_);
  for (const Mapping &other : mappings_)
    throwIf(mapping.isForWriting && other.isForWriting &&
                mapping.pointer < other.pointer + other.size &&
                other.pointer < mapping.pointer + mapping.size,
            CL_INVALID_OPERATION);
  mappings_.push_back(mapping);
}

std::optional<MemObject::Mapping> MemObject::takeMapping(const void *pointer) {
  MutexLock lock(mutex_);
  auto found = std::find_if(mappings_.rbegin(), mappings_.rend(),
                            [&](const Mapping &each) { return each.pointer == pointer; });
  if (found == mappings_.rend())
    return std::nullopt;
  Mapping mapping = *found;
  mappings_.erase(std::next(found).base());
  return mapping;
}

cl_uint MemObject::mapCount() const {
  MutexLock lock(mutex_);
  return cl_uint(mappings_.size());
}

void MemObject::addDestructorCallback(DestructorCallback callback, void *userData) {
  MutexLock lock(mutex_);
  callbacks_.push_back({callback, userData});
}

} // namespace weft::runtime
