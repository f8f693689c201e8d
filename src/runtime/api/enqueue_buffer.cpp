// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands on buffers: OpenCL 3.0 API 5.2.2 Reading, Writing and Copying Buffer Objects, and 5.2.3
// Filling Buffer Objects.
#include "api/checks/region.h"
#include "api/checks/wait_list.h"
#include "commands/transfer_commands.h"

#include <bit>

using namespace weft::runtime;

namespace {

TransferEnd end(Buffer &buffer, size_t offset) {
  return {buffer.data() + offset, Ref<MemObject>(buffer)};
}
TransferEnd hostEnd(const void *pointer, size_t offset = 0) {
  return {static_cast<std::byte *>(const_cast<void *>(pointer)) + offset, {}};
}

/// The host access a buffer was created for: "CL_INVALID_OPERATION if clEnqueueReadBuffer is called
/// on buffer which has been created with CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS", and the
/// same for writes.
void requireHostMay(bool allowed) { throwIf(!allowed, CL_INVALID_OPERATION); }

void submit(CommandQueue &queue, CommandQueue::Pending command, const WaitList &after,
            cl_event *eventOut, bool isBlocking) {
  if (isBlocking)
    requireCompleted(queue.enqueueAndWait(std::move(command), after.events(), eventOut));
  else
    queue.enqueue(std::move(command), after.events(), eventOut);
}

/// clEnqueueReadBuffer and clEnqueueWriteBuffer.
void transfer(cl_command_type type, cl_command_queue queueHandle, cl_mem bufferHandle,
              cl_bool isBlocking, size_t offset, size_t size, const void *pointer,
              cl_uint waitCount, const cl_event *waits, cl_event *eventOut) {
  auto &queue = hostQueue(queueHandle);
  Buffer &buffer = bufferForEnqueue(queue, bufferHandle);
  WaitList after(queue.context(), waitCount, waits);
  requireInside(buffer, offset, size);
  // "or if ptr is a NULL value"
  throwIf(!pointer, CL_INVALID_VALUE);
  bool isRead = type == CL_COMMAND_READ_BUFFER;
  requireHostMay(isRead ? buffer.hostMayRead() : buffer.hostMayWrite());
  TransferEnd device = end(buffer, offset), host = hostEnd(pointer);
  submit(queue,
         isRead ? queue.make<CopyCommand>(type, std::move(host), std::move(device), size)
                : queue.make<CopyCommand>(type, std::move(device), std::move(host), size),
         after, eventOut, isBlocking);
}

/// clEnqueueReadBufferRect and clEnqueueWriteBufferRect.
void transferRect(cl_command_type type, cl_command_queue queueHandle, cl_mem bufferHandle,
                  cl_bool isBlocking, const size_t *bufferOrigin, const size_t *hostOrigin,
                  const size_t *region, size_t bufferRowPitch, size_t bufferSlicePitch,
                  size_t hostRowPitch, size_t hostSlicePitch, const void *pointer,
                  cl_uint waitCount, const cl_event *waits, cl_event *eventOut) {
  auto &queue = hostQueue(queueHandle);
  Buffer &buffer = bufferForEnqueue(queue, bufferHandle);
  WaitList after(queue.context(), waitCount, waits);
  requireRegion(region);
  throwIf(!pointer, CL_INVALID_VALUE);
  Rect inBuffer = rect(bufferOrigin, region, bufferRowPitch, bufferSlicePitch);
  Rect inHost = rect(hostOrigin, region, hostRowPitch, hostSlicePitch);
  requireInside(buffer, inBuffer, region);
  bool isRead = type == CL_COMMAND_READ_BUFFER_RECT;
  requireHostMay(isRead ? buffer.hostMayRead() : buffer.hostMayWrite());
  RectEnd device{end(buffer, inBuffer.start), inBuffer.rowPitch, inBuffer.slicePitch};
  RectEnd host{hostEnd(pointer, inHost.start), inHost.rowPitch, inHost.slicePitch};
  RectShape shape{region[0], region[1], region[2]};
  submit(queue,
         isRead ? queue.make<RectCopyCommand>(type, std::move(host), std::move(device), shape)
                : queue.make<RectCopyCommand>(type, std::move(device), std::move(host), shape),
         after, eventOut, isBlocking);
}

} // namespace

WEFT_ENTRY cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool isBlocking,
                                      size_t offset, size_t size, void *pointer, cl_uint waitCount,
                                      const cl_event *waits, cl_event *eventOut) {
  return entry([&] {
    transfer(CL_COMMAND_READ_BUFFER, queue, buffer, isBlocking, offset, size, pointer, waitCount,
             waits, eventOut);
  });
}

WEFT_ENTRY cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool isBlocking,
                                       size_t offset, size_t size, const void *pointer,
                                       cl_uint waitCount, const cl_event *waits,
                                       cl_event *eventOut) {
  return entry([&] {
    transfer(CL_COMMAND_WRITE_BUFFER, queue, buffer, isBlocking, offset, size, pointer, waitCount,
             waits, eventOut);
  });
}

WEFT_ENTRY cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool isBlocking,
                                          const size_t *bufferOrigin, const size_t *hostOrigin,
                                          const size_t *region, size_t bufferRowPitch,
                                          size_t bufferSlicePitch, size_t hostRowPitch,
                                          size_t hostSlicePitch, void *pointer, cl_uint waitCount,
                                          const cl_event *waits, cl_event *eventOut) {
  return entry([&] {
    transferRect(CL_COMMAND_READ_BUFFER_RECT, queue, buffer, isBlocking, bufferOrigin, hostOrigin,
                 region, bufferRowPitch, bufferSlicePitch, hostRowPitch, hostSlicePitch, pointer,
                 waitCount, waits, eventOut);
  });
}

WEFT_ENTRY cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer,
                                           cl_bool isBlocking, const size_t *bufferOrigin,
                                           const size_t *hostOrigin, const size_t *region,
                                           size_t bufferRowPitch, size_t bufferSlicePitch,
                                           size_t hostRowPitch, size_t hostSlicePitch,
                                           const void *pointer, cl_uint waitCount,
                                           const cl_event *waits, cl_event *eventOut) {
  return entry([&] {
    transferRect(CL_COMMAND_WRITE_BUFFER_RECT, queue, buffer, isBlocking, bufferOrigin, hostOrigin,
                 region, bufferRowPitch, bufferSlicePitch, hostRowPitch, hostSlicePitch, pointer,
                 waitCount, waits, eventOut);
  });
}

WEFT_ENTRY cl_int clEnqueueCopyBuffer(cl_command_queue queueHandle, cl_mem sourceHandle,
                                      cl_mem targetHandle, size_t sourceOffset, size_t targetOffset,
                                      size_t size, cl_uint waitCount, const cl_event *waits,
                                      cl_event *eventOut) {
  return entry([&] {
    auto &queue = hostQueue(queueHandle);
    Buffer &source = bufferForEnqueue(queue, sourceHandle);
    Buffer &target = bufferForEnqueue(queue, targetHandle);
    WaitList after(queue.context(), waitCount, waits);
    requireInside(source, sourceOffset, size);
    requireInside(target, targetOffset, size);
    // "CL_MEM_COPY_OVERLAP if src_buffer and dst_buffer are the same buffer or sub-buffer object
    // and the source and destination regions overlap or if [they] are different sub-buffers of the
    // same associated buffer object and they overlap"
    size_t from = source.origin() + sourceOffset, to = target.origin() + targetOffset;
    throwIf(shareMemory(source, target) && from < to + size && to < from + size,
            CL_MEM_COPY_OVERLAP);
    queue.enqueue(queue.make<CopyCommand>(CL_COMMAND_COPY_BUFFER, end(target, targetOffset),
                                          end(source, sourceOffset), size),
                  after.events(), eventOut);
  });
}

WEFT_ENTRY cl_int clEnqueueCopyBufferRect(cl_command_queue queueHandle, cl_mem sourceHandle,
                                          cl_mem targetHandle, const size_t *sourceOrigin,
                                          const size_t *targetOrigin, const size_t *region,
                                          size_t sourceRowPitch, size_t sourceSlicePitch,
                                          size_t targetRowPitch, size_t targetSlicePitch,
                                          cl_uint waitCount, const cl_event *waits,
                                          cl_event *eventOut) {
  return entry([&] {
    auto &queue = hostQueue(queueHandle);
    Buffer &source = bufferForEnqueue(queue, sourceHandle);
    Buffer &target = bufferForEnqueue(queue, targetHandle);
    WaitList after(queue.context(), waitCount, waits);
    requireRegion(region);
    Rect from = rect(sourceOrigin, region, sourceRowPitch, sourceSlicePitch);
    Rect to = rect(targetOrigin, region, targetRowPitch, targetSlicePitch);
    requireInside(source, from, region);
    requireInside(target, to, region);
    // "CL_INVALID_VALUE if src_buffer and dst_buffer are the same buffer object and src_slice_pitch
    // is not equal to dst_slice_pitch and src_row_pitch is not equal to dst_row_pitch"
    throwIf(&source == &target &&
                (from.rowPitch != to.rowPitch || from.slicePitch != to.slicePitch),
            CL_INVALID_VALUE);
    if (shareMemory(source, target)) {
      Rect inSource = from, inTarget = to;
      inSource.start += source.origin();
      inTarget.start += target.origin();
      throwIf(overlaps(inSource, inTarget, region), CL_MEM_COPY_OVERLAP);
    }
    queue.enqueue(queue.make<RectCopyCommand>(
                      CL_COMMAND_COPY_BUFFER_RECT,
                      RectEnd{end(target, to.start), to.rowPitch, to.slicePitch},
                      RectEnd{end(source, from.start), from.rowPitch, from.slicePitch},
                      RectShape{region[0], region[1], region[2]}),
                  after.events(), eventOut);
  });
}

WEFT_ENTRY cl_int clEnqueueFillBuffer(cl_command_queue queueHandle, cl_mem bufferHandle,
                                      const void *pattern, size_t patternSize, size_t offset,
                                      size_t size, cl_uint waitCount, const cl_event *waits,
                                      cl_event *eventOut) {
  return entry([&] {
    auto &queue = hostQueue(queueHandle);
    Buffer &buffer = bufferForEnqueue(queue, bufferHandle);
    WaitList after(queue.context(), waitCount, waits);
    requireInside(buffer, offset, size);
    // "if pattern is NULL or if pattern_size is 0 or if pattern_size is not one of { 1, 2, 4, 8,
    // 16, 32, 64, 128 }"
    throwIf(!pattern || !std::has_single_bit(patternSize) ||
                patternSize > FillCommand::kMaxPatternBytes,
            CL_INVALID_VALUE);
    // "if offset and size are not a multiple of pattern_size"
    throwIf(offset % patternSize || size % patternSize, CL_INVALID_VALUE);
    queue.enqueue(queue.make<FillCommand>(CL_COMMAND_FILL_BUFFER, end(buffer, offset), pattern,
                                          patternSize, size),
                  after.events(), eventOut);
  });
}
