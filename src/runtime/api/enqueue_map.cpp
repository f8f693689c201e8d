// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mapping and migration: OpenCL 3.0 API 5.2.4 Mapping Buffer Objects, 5.5.3 Unmapping Mapped Memory
// Objects and 5.5.5 Migrating Memory Objects. The device works on the very memory the host sees, so
// these commands are points in the graph and move nothing.
#include "api/checks/region.h"
#include "api/checks/wait_list.h"
#include "commands/in_place_command.h"

using namespace weft::runtime;

WEFT_ENTRY void *clEnqueueMapBuffer(cl_command_queue queueHandle, cl_mem bufferHandle,
                                    cl_bool isBlocking, cl_map_flags flags, size_t offset,
                                    size_t size, cl_uint waitCount, const cl_event *waits,
                                    cl_event *eventOut, cl_int *statusOut) {
  return entryReturning(statusOut, [&]() -> void * {
    auto &queue = hostQueue(queueHandle);
    Buffer &buffer = bufferForEnqueue(queue, bufferHandle);
    WaitList after(queue.context(), waitCount, waits);
    // "CL_INVALID_VALUE if region being mapped given by (offset, size) is out of bounds or if size
    // is 0 or if values specified in map_flags are not valid"
    requireInside(buffer, offset, size);
    throwIf(!size, CL_INVALID_VALUE);
    constexpr cl_map_flags kReadWrite = CL_MAP_READ | CL_MAP_WRITE;
    constexpr cl_map_flags kWrite = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
    throwIf(flags & ~(CL_MAP_READ | kWrite), CL_INVALID_VALUE);
    throwIf((flags & CL_MAP_WRITE_INVALIDATE_REGION) && (flags & kReadWrite), CL_INVALID_VALUE);
    // "CL_INVALID_OPERATION if buffer has been created with CL_MEM_HOST_WRITE_ONLY or
    // CL_MEM_HOST_NO_ACCESS and CL_MAP_READ is set in map_flags or [the same for writing]"
    throwIf((flags & CL_MAP_READ) && !buffer.hostMayRead(), CL_INVALID_OPERATION);
    throwIf((flags & kWrite) && !buffer.hostMayWrite(), CL_INVALID_OPERATION);
    std::byte *pointer = buffer.data() + offset;
    auto command = queue.make<MapCommand>(CL_COMMAND_MAP_BUFFER, buffer,
                                          MemObject::Mapping{pointer, size, (flags & kWrite) != 0});
    if (isBlocking)
      requireCompleted(queue.enqueueAndWait(std::move(command), after.events(), eventOut));
    else
      queue.enqueue(std::move(command), after.events(), eventOut);
    return pointer;
  });
}

WEFT_ENTRY cl_int clEnqueueUnmapMemObject(cl_command_queue queueHandle, cl_mem memoryHandle,
                                          void *pointer, cl_uint waitCount, const cl_event *waits,
                                          cl_event *eventOut) {
  return entry([&] {
    auto &queue = hostQueue(queueHandle);
    auto &memory = object<MemObject>(memoryHandle);
    // "CL_INVALID_MEM_OBJECT if memobj is not a valid memory object or is a pipe object"
    throwIf(memory.type() == CL_MEM_OBJECT_PIPE, CL_INVALID_MEM_OBJECT);
    requireSameContext(queue, memory);
    WaitList after(queue.context(), waitCount, waits);
    auto command = queue.make<InPlaceCommand>(CL_COMMAND_UNMAP_MEM_OBJECT, Ref<MemObject>(memory));
    // "CL_INVALID_VALUE if mapped_ptr is not a valid pointer returned by clEnqueueMapBuffer or
    // clEnqueueMapImage for memobj"
    std::optional<MemObject::Mapping> mapping = memory.takeMapping(pointer);
    throwIf(!mapping, CL_INVALID_VALUE);
    try {
      queue.enqueue(std::move(command), after.events(), eventOut);
    } catch (...) {
      memory.addMapping(*mapping);
      throw;
    }
  });
}

WEFT_ENTRY cl_int clEnqueueMigrateMemObjects(cl_command_queue queueHandle, cl_uint count,
                                             const cl_mem *memories, cl_mem_migration_flags flags,
                                             cl_uint waitCount, const cl_event *waits,
                                             cl_event *eventOut) {
  return entry([&] {
    auto &queue = hostQueue(queueHandle);
    // "CL_INVALID_VALUE if num_mem_objects is zero or if mem_objects is NULL"
    throwIf(!count || !memories, CL_INVALID_VALUE);
    std::vector<Ref<MemObject>> objects;
    for (cl_uint i = 0; i < count; ++i) {
      objects.emplace_back(object<MemObject>(memories[i]));
      requireSameContext(queue, *objects.back());
    }
    // "CL_INVALID_VALUE if flags is not 0 or is not any of the values described in the table"
    throwIf(flags & ~cl_mem_migration_flags(CL_MIGRATE_MEM_OBJECT_HOST |
                                            CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED),
            CL_INVALID_VALUE);
    WaitList after(queue.context(), waitCount, waits);
    queue.enqueue(queue.make<InPlaceCommand>(CL_COMMAND_MIGRATE_MEM_OBJECTS, std::move(objects)),
                  after.events(), eventOut);
  });
}
