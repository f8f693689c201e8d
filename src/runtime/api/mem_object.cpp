// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What applies to every memory object: OpenCL 3.0 API 5.5.1 and 5.5.6, "Retaining and Releasing
// Memory Objects" and "Memory Object Queries".
#include "objects/mem_object.h"

#include "api/entry.h"
#include "api/info_query.h"
#include "objects/context.h"

using namespace weft::runtime;

namespace {

InfoAnswered memObjectInfo(MemObject &memory, cl_mem_info name, InfoQuery out) {
  switch (name) {
  case CL_MEM_TYPE:
    return out.write(memory.type());
  case CL_MEM_FLAGS:
    return out.write(memory.flags());
  case CL_MEM_SIZE:
    return out.write(memory.size());
  case CL_MEM_HOST_PTR:
    return out.write(memory.hostPointer());
  case CL_MEM_MAP_COUNT:
    return out.write(memory.mapCount());
  case CL_MEM_REFERENCE_COUNT:
    return out.write(memory.apiReferenceCount());
  case CL_MEM_CONTEXT:
    return out.write(memory.context().handle());
  case CL_MEM_ASSOCIATED_MEMOBJECT:
    return out.write(memory.parent() ? memory.parent()->handle() : cl_mem(nullptr));
  case CL_MEM_OFFSET:
    return out.write(memory.origin());
  case CL_MEM_USES_SVM_POINTER:
    return out.write(cl_bool(CL_FALSE)); // there is no SVM pointer to use
  case CL_MEM_PROPERTIES:
    return out.writeArray(memory.properties());
  }
  throw Error(CL_INVALID_VALUE);
}

} // namespace

WEFT_ENTRY cl_int clRetainMemObject(cl_mem memory) {
  return entry([&] { retain<MemObject>(memory); });
}

WEFT_ENTRY cl_int clReleaseMemObject(cl_mem memory) {
  return entry([&] { release<MemObject>(memory); });
}

WEFT_ENTRY cl_int clSetMemObjectDestructorCallback(cl_mem memoryHandle,
                                                   MemObject::DestructorCallback callback,
                                                   void *userData) {
  return entry([&] {
    auto &memory = object<MemObject>(memoryHandle);
    throwIf(!callback, CL_INVALID_VALUE); // "if pfn_notify is NULL"
    memory.addDestructorCallback(callback, userData);
  });
}

WEFT_ENTRY cl_int clGetMemObjectInfo(cl_mem memory, cl_mem_info name, size_t size, void *value,
                                     size_t *sizeOut) {
  return entry(
      [&] { memObjectInfo(object<MemObject>(memory), name, InfoQuery(size, value, sizeOut)); });
}
