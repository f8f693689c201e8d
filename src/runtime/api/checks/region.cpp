// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Region checks. Sizes come from the application, so every sum and product is checked.
#include "api/checks/region.h"

namespace weft::runtime {
namespace {

/// a * b + c, or CL_INVALID_VALUE: what does not fit size_t is out of any bounds.
size_t multiplyAdd(size_t a, size_t b, size_t c) {
  size_t result;
  throwIf(__builtin_mul_overflow(a, b, &result) || __builtin_add_overflow(result, c, &result),
          CL_INVALID_VALUE);
  return result;
}

/// From the first byte of the region to behind the last.
size_t extent(const Rect &rect, const size_t region[3]) {
  return multiplyAdd(region[2] - 1, rect.slicePitch,
                     multiplyAdd(region[1] - 1, rect.rowPitch, region[0]));
}

/// Whether two intervals of `size`, repeated with `pitch`, fit into each other's gaps.
bool fitInGaps(size_t a, size_t b, size_t size, size_t pitch) {
  size_t x = a % pitch, y = b % pitch;
  return (y >= x + size && y + size <= x + pitch) || (x >= y + size && x + size <= y + pitch);
}

} // namespace

Buffer &bufferObject(cl_mem handle) {
  auto &memory = object<MemObject>(handle);
  throwIf(memory.type() != CL_MEM_OBJECT_BUFFER, CL_INVALID_MEM_OBJECT);
  return static_cast<Buffer &>(memory);
}

void requireAligned(const CommandQueue &, const Buffer &buffer) {
  // All devices of the platform have one alignment.
  throwIf(buffer.parent() && buffer.origin() % (Device::kMemBaseAlignBits / 8),
          CL_MISALIGNED_SUB_BUFFER_OFFSET);
}

Buffer &bufferForEnqueue(const CommandQueue &queue, cl_mem handle) {
  Buffer &buffer = bufferObject(handle);
  requireSameContext(queue, buffer);
  requireAligned(queue, buffer);
  return buffer;
}

void requireInside(const Buffer &buffer, size_t offset, size_t size) {
  throwIf(offset > buffer.size() || size > buffer.size() - offset, CL_INVALID_VALUE);
}

void requireRegion(const size_t region[3]) {
  throwIf(!region || !region[0] || !region[1] || !region[2], CL_INVALID_VALUE);
}

Rect rect(const size_t origin[3], const size_t region[3], size_t rowPitch, size_t slicePitch) {
  throwIf(!origin, CL_INVALID_VALUE);
  Rect result;
  // "CL_INVALID_VALUE if row_pitch is not 0 and is less than region[0]"
  throwIf(rowPitch && rowPitch < region[0], CL_INVALID_VALUE);
  result.rowPitch = rowPitch ? rowPitch : region[0];
  // "CL_INVALID_VALUE if slice_pitch is not 0 and is less than region[1] x row_pitch and not a
  // multiple of row_pitch"
  size_t slice = multiplyAdd(region[1], result.rowPitch, 0);
  throwIf(slicePitch && (slicePitch < slice || slicePitch % result.rowPitch), CL_INVALID_VALUE);
  result.slicePitch = slicePitch ? slicePitch : slice;
  result.start =
      multiplyAdd(origin[2], result.slicePitch, multiplyAdd(origin[1], result.rowPitch, origin[0]));
  return result;
}

void requireInside(const Buffer &buffer, const Rect &rect, const size_t region[3]) {
  requireInside(buffer, rect.start, extent(rect, region));
}

bool overlaps(const Rect &source, const Rect &target, const size_t region[3]) {
  if (target.start >= source.start + extent(source, region) ||
      source.start >= target.start + extent(target, region))
    return false;
  // With pitches of their own, two regions may still miss each other row by row. That is not worth
  // an exact answer: the specification lets only copies within one pitch do so.
  if (source.rowPitch != target.rowPitch || source.slicePitch != target.slicePitch)
    return true;
  return !fitInGaps(source.start, target.start, region[0], source.rowPitch) &&
         !fitInGaps(source.start, target.start, (region[1] - 1) * source.rowPitch + region[0],
                    source.slicePitch);
}

bool shareMemory(const Buffer &a, const Buffer &b) {
  auto root = [](const Buffer &buffer) -> const MemObject * {
    return buffer.parent() ? buffer.parent() : &buffer;
  };
  return root(a) == root(b);
}

} // namespace weft::runtime
