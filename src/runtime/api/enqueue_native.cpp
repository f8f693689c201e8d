// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueNativeKernel (OpenCL 3.0 API 5.10 Executing Kernels).
#include "api/checks/region.h"
#include "api/checks/wait_list.h"
#include "commands/native_command.h"

#include <cstring>

using namespace weft::runtime;

WEFT_ENTRY cl_int clEnqueueNativeKernel(cl_command_queue queueHandle,
                                        void(CL_CALLBACK *function)(void *), void *arguments,
                                        size_t argumentBytes, cl_uint memoryCount,
                                        const cl_mem *memories, const void **memoryPlaces,
                                        cl_uint waitCount, const cl_event *waits,
                                        cl_event *eventOut) {
  return entry([&] {
    auto &queue = hostQueue(queueHandle);
    WaitList after(queue.context(), waitCount, waits);
    // "CL_INVALID_VALUE if user_func is NULL"
    throwIf(!function, CL_INVALID_VALUE);
    // "if args is a NULL value and cb_args > 0, or if args is a NULL value and num_mem_objects > 0"
    throwIf(!arguments && (argumentBytes || memoryCount), CL_INVALID_VALUE);
    // "if args is not NULL and cb_args is 0"
    throwIf(arguments && !argumentBytes, CL_INVALID_VALUE);
    // "if num_mem_objects > 0 and mem_list or args_mem_loc are NULL", and the other way round
    throwIf(memoryCount ? !memories || !memoryPlaces : memories || memoryPlaces, CL_INVALID_VALUE);

    auto *begin = static_cast<const std::byte *>(arguments);
    std::vector<std::byte> copy(begin, begin + argumentBytes);
    std::vector<Ref<MemObject>> objects;
    objects.reserve(memoryCount);
    for (cl_uint i = 0; i < memoryCount; ++i) {
      std::byte *data = nullptr; // mem_list holds buffers, or NULL
      if (memories[i]) {
        Buffer &buffer = bufferForEnqueue(queue, memories[i]);
        objects.emplace_back(buffer);
        data = buffer.data();
      }
      // As numbers: the difference of a place that lies elsewhere is too large, wherever that is.
      size_t offset = size_t(reinterpret_cast<std::uintptr_t>(memoryPlaces[i]) -
                             reinterpret_cast<std::uintptr_t>(begin));
      throwIf(offset > argumentBytes || argumentBytes - offset < sizeof data, CL_INVALID_VALUE);
      std::memcpy(copy.data() + offset, &data, sizeof data);
    }
    queue.enqueue(queue.make<NativeCommand>(function, std::move(copy), arguments != nullptr,
                                            std::move(objects)),
                  after.events(), eventOut);
  });
}
