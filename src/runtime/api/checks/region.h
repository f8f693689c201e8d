// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions of buffers and of host memory that commands read and write (OpenCL 3.0 API 5.2.2
// to 5.2.4).
#pragma once

#include "api/checks/queue.h"
#include "objects/buffer.h"

#include <cstddef>

namespace weft::runtime {

/// "CL_INVALID_MEM_OBJECT if buffer is not a valid buffer object"
Buffer &bufferObject(cl_mem handle);

/// "CL_MISALIGNED_SUB_BUFFER_OFFSET if buffer is a sub-buffer object and offset specified when the
/// sub-buffer object is created is not aligned to CL_DEVICE_MEM_BASE_ADDR_ALIGN value for the
/// device associated with queue"
void requireAligned(const CommandQueue &queue, const Buffer &buffer);

/// The buffer of an enqueue, with the checks that all of them share.
Buffer &bufferForEnqueue(const CommandQueue &queue, cl_mem handle);

/// "CL_INVALID_VALUE if the region specified by (offset, size) is out of bounds"
void requireInside(const Buffer &buffer, size_t offset, size_t size);

/// A rectangle in linear memory: pitches filled in, and where it starts.
struct Rect {
  size_t start = 0;
  size_t rowPitch = 0;
  size_t slicePitch = 0;
};

/// Checks the pitches against the region and computes what was left 0.
Rect rect(const size_t origin[3], const size_t region[3], size_t rowPitch, size_t slicePitch);

/// "CL_INVALID_VALUE if any region array element is 0"
void requireRegion(const size_t region[3]);

/// "CL_INVALID_VALUE if the region specified by (origin, region, row_pitch, slice_pitch) is out of
/// bounds"
void requireInside(const Buffer &buffer, const Rect &rect, const size_t region[3]);

/// Whether copying between two places of the same memory would have them overlap (OpenCL 3.0 API
/// appendix D, CL_MEM_COPY_OVERLAP). The starts are relative to that memory.
bool overlaps(const Rect &source, const Rect &target, const size_t region[3]);

/// Whether two buffers are, or are sub-buffers of, the same one.
bool shareMemory(const Buffer &a, const Buffer &b);

} // namespace weft::runtime
