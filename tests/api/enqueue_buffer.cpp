// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL 3.0 API 5.2.2 Reading, Writing and Copying Buffer Objects and 5.2.3 Filling Buffer
// Objects.
#include "support/opencl_test.h"

#include <numeric>

namespace weft::test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

class EnqueueBuffer : public OpenClTest {
protected:
  static constexpr size_t kBytes = 256;
  Buffer<cl_uchar> a = buffer<cl_uchar>(counting());
  Buffer<cl_uchar> b = buffer<cl_uchar>(std::vector<cl_uchar>(kBytes, 0));
  cl_uchar host[kBytes] = {};

  static std::vector<cl_uchar> counting() {
    std::vector<cl_uchar> values(kBytes);
    std::iota(values.begin(), values.end(), cl_uchar(0));
    return values;
  }
  cl_int readFrom(cl_mem memory, size_t offset, size_t size, void *pointer) const {
    return clEnqueueReadBuffer(queue(), memory, CL_TRUE, offset, size, pointer, 0, nullptr,
                               nullptr);
  }
  cl_int writeTo(cl_mem memory, size_t offset, size_t size, const void *pointer) const {
    return clEnqueueWriteBuffer(queue(), memory, CL_TRUE, offset, size, pointer, 0, nullptr,
                                nullptr);
  }
  cl_int copy(cl_mem from, cl_mem to, size_t fromOffset, size_t toOffset, size_t size) const {
    return clEnqueueCopyBuffer(queue(), from, to, fromOffset, toOffset, size, 0, nullptr, nullptr);
  }
  Mem window(cl_mem parent, size_t origin, size_t size) const {
    cl_buffer_region region{origin, size};
    return created("clCreateSubBuffer", [&](cl_int *status) {
      return clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, status);
    });
  }
};

TEST_F(EnqueueBuffer, ReadAndWriteMoveWhatWasAskedFor) {
  EXPECT_EQ(readFrom(a, 10, 3, host), CL_SUCCESS);
  EXPECT_THAT(std::vector(host, host + 4), ElementsAre(10, 11, 12, 0));
  const cl_uchar values[] = {7, 8};
  EXPECT_EQ(writeTo(b, 254, 2, values), CL_SUCCESS);
  auto all = read(b);
  EXPECT_EQ(all[253], 0);
  EXPECT_EQ(all[254], 7);
  EXPECT_EQ(all[255], 8);
  EXPECT_EQ(readFrom(a, 256, 0, host), CL_SUCCESS) << "nothing, at the very end";
}

TEST_F(EnqueueBuffer, ReadAndWriteRefuseWhatIsOutOfBounds) {
  for (auto [offset, size] : std::initializer_list<std::pair<size_t, size_t>>{
           {0, kBytes + 1}, {kBytes, 1}, {kBytes + 1, 0}, {1, SIZE_MAX}, {SIZE_MAX, 2}}) {
    EXPECT_EQ(readFrom(a, offset, size, host), CL_INVALID_VALUE);
    EXPECT_EQ(writeTo(a, offset, size, host), CL_INVALID_VALUE);
  }
  EXPECT_EQ(readFrom(a, 0, 1, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(writeTo(a, 0, 1, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(readFrom(nullptr, 0, 1, host), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(readFrom(cl_mem(context()), 0, 1, host), CL_INVALID_MEM_OBJECT);
}

TEST_F(EnqueueBuffer, HostAccessFlagsAreKept) {
  auto readOnly = buffer<cl_uchar>(16, CL_MEM_HOST_READ_ONLY);
  auto writeOnly = buffer<cl_uchar>(16, CL_MEM_HOST_WRITE_ONLY);
  auto none = buffer<cl_uchar>(16, CL_MEM_HOST_NO_ACCESS);
  EXPECT_EQ(readFrom(readOnly, 0, 16, host), CL_SUCCESS);
  EXPECT_EQ(writeTo(readOnly, 0, 16, host), CL_INVALID_OPERATION);
  EXPECT_EQ(readFrom(writeOnly, 0, 16, host), CL_INVALID_OPERATION);
  EXPECT_EQ(writeTo(writeOnly, 0, 16, host), CL_SUCCESS);
  EXPECT_EQ(readFrom(none, 0, 16, host), CL_INVALID_OPERATION);
  EXPECT_EQ(writeTo(none, 0, 16, host), CL_INVALID_OPERATION);
  EXPECT_EQ(copy(none, a, 0, 0, 16), CL_SUCCESS) << "the device may";
}

TEST_F(EnqueueBuffer, CopyMovesAndRefusesOverlap) {
  EXPECT_EQ(copy(a, b, 100, 5, 3), CL_SUCCESS);
  EXPECT_EQ(read(b)[5], 100);
  EXPECT_EQ(read(b)[7], 102);
  EXPECT_EQ(read(b)[8], 0);
  EXPECT_EQ(copy(a, b, 255, 0, 2), CL_INVALID_VALUE);
  EXPECT_EQ(copy(a, b, 0, 255, 2), CL_INVALID_VALUE);
  EXPECT_EQ(copy(a, a, 0, 9, 10), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(a, a, 9, 0, 10), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(a, a, 0, 10, 10), CL_SUCCESS);
  Mem low = window(a, 0, 192), high = window(a, 128, 128);
  EXPECT_EQ(copy(low, high, 150, 0, 30), CL_MEM_COPY_OVERLAP) << "two windows on one buffer";
  EXPECT_EQ(copy(low, high, 0, 0, 100), CL_SUCCESS);
  EXPECT_EQ(copy(a, high, 120, 0, 30), CL_MEM_COPY_OVERLAP) << "a buffer and a window on it";
  EXPECT_EQ(copy(a, nullptr, 0, 0, 1), CL_INVALID_MEM_OBJECT);
}

TEST_F(EnqueueBuffer, FillRepeatsEveryPatternSize) {
  for (size_t size : {1, 2, 4, 8, 16, 32, 64, 128}) {
    check(clEnqueueFillBuffer(queue(), b, counting().data(), size, 128, 128, 0, nullptr, nullptr),
          "clEnqueueFillBuffer");
    auto values = read(b);
    for (size_t i = 128; i < kBytes; ++i)
      ASSERT_EQ(values[i], i % size) << size;
    ASSERT_EQ(values[127], 0);
  }
}

TEST_F(EnqueueBuffer, LargeTransfersAndFillsAreExact) {
  // Large enough to be split over threads, and not a multiple of anything.
  constexpr size_t kCount = 3'000'001;
  std::vector<cl_uchar> values(kCount);
  for (size_t i = 0; i < kCount; ++i)
    values[i] = cl_uchar(i * 7 + i / 251);
  auto source = buffer<cl_uchar>(kCount), target = buffer<cl_uchar>(kCount);
  write(source, values);
  EXPECT_EQ(copy(source, target, 1, 0, kCount - 1), CL_SUCCESS);
  auto back = read(target);
  EXPECT_TRUE(std::equal(back.begin(), back.end() - 1, values.begin() + 1));
  const cl_uint pattern = 0x04030201;
  check(clEnqueueFillBuffer(queue(), target, &pattern, 4, 4, 2'999'992, 0, nullptr, nullptr),
        "clEnqueueFillBuffer");
  back = read(target);
  for (size_t i = 4; i < 2'999'996; ++i)
    ASSERT_EQ(back[i], i % 4 + 1);
}

TEST_F(EnqueueBuffer, FillRefusesBadPatternsAndRegions) {
  auto fill = [&](const void *pattern, size_t patternSize, size_t offset, size_t size) {
    return clEnqueueFillBuffer(queue(), a, pattern, patternSize, offset, size, 0, nullptr, nullptr);
  };
  for (size_t size : {0, 3, 129, 256})
    EXPECT_EQ(fill(host, size, 0, 0), CL_INVALID_VALUE) << size;
  EXPECT_EQ(fill(nullptr, 4, 0, 4), CL_INVALID_VALUE);
  EXPECT_EQ(fill(host, 4, 2, 4), CL_INVALID_VALUE);
  EXPECT_EQ(fill(host, 4, 0, 6), CL_INVALID_VALUE);
  EXPECT_EQ(fill(host, 4, 0, kBytes + 4), CL_INVALID_VALUE);
}

class EnqueueBufferRect : public EnqueueBuffer {
protected:
  struct Place {
    size_t origin[3] = {0, 0, 0};
    size_t rowPitch = 0, slicePitch = 0;
  };
  using Region = std::array<size_t, 3>;
  cl_int readRect(const Place &from, const Place &to, Region region, void *pointer) const {
    return clEnqueueReadBufferRect(queue(), a, CL_TRUE, from.origin, to.origin, region.data(),
                                   from.rowPitch, from.slicePitch, to.rowPitch, to.slicePitch,
                                   pointer, 0, nullptr, nullptr);
  }
  cl_int copyRect(cl_mem source, cl_mem target, const Place &from, const Place &to,
                  Region region) const {
    return clEnqueueCopyBufferRect(queue(), source, target, from.origin, to.origin, region.data(),
                                   from.rowPitch, from.slicePitch, to.rowPitch, to.slicePitch, 0,
                                   nullptr, nullptr);
  }
};

TEST_F(EnqueueBufferRect, MovesABlockBetweenPitches) {
  // 2 x 3 x 2 bytes out of a space of rows of 8 and slices of 64, packed into rows of 4.
  ASSERT_EQ(readRect({{1, 2, 1}, 8, 64}, {{1, 0, 0}, 4, 12}, {2, 3, 2}, host), CL_SUCCESS);
  for (size_t z = 0; z < 2; ++z)
    for (size_t y = 0; y < 3; ++y)
      for (size_t x = 0; x < 2; ++x)
        EXPECT_EQ(host[z * 12 + y * 4 + x + 1], (z + 1) * 64 + (y + 2) * 8 + x + 1);
  EXPECT_EQ(host[0], 0);
  EXPECT_EQ(host[3], 0);

  size_t zero[3] = {0, 0, 0}, at[3] = {4, 1, 0}, region[3] = {3, 2, 1};
  const cl_uchar values[] = {1, 2, 3, 4, 5, 6};
  ASSERT_EQ(clEnqueueWriteBufferRect(queue(), b, CL_TRUE, at, zero, region, 16, 0, 0, 0, values, 0,
                                     nullptr, nullptr),
            CL_SUCCESS);
  auto all = read(b);
  EXPECT_EQ(all[16 + 4], 1);
  EXPECT_EQ(all[16 + 6], 3);
  EXPECT_EQ(all[32 + 4], 4);
  ASSERT_EQ(copyRect(a, b, {{0, 0, 0}, 16, 0}, {{8, 8, 0}, 16, 0}, {8, 8, 1}), CL_SUCCESS);
  all = read(b);
  EXPECT_EQ(all[8 * 16 + 8], 0);
  EXPECT_EQ(all[15 * 16 + 15], 7 * 16 + 7);
}

TEST_F(EnqueueBufferRect, RefusesBadRegionsAndPitches) {
  EXPECT_EQ(readRect({}, {}, {0, 1, 1}, host), CL_INVALID_VALUE);
  EXPECT_EQ(readRect({}, {}, {1, 0, 1}, host), CL_INVALID_VALUE);
  EXPECT_EQ(readRect({}, {}, {1, 1, 0}, host), CL_INVALID_VALUE);
  EXPECT_EQ(readRect({}, {}, {1, 1, 1}, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(readRect({{}, 3, 0}, {}, {4, 1, 1}, host), CL_INVALID_VALUE) << "row pitch too small";
  EXPECT_EQ(readRect({}, {{}, 3, 0}, {4, 1, 1}, host), CL_INVALID_VALUE);
  EXPECT_EQ(readRect({{}, 8, 12}, {}, {4, 2, 1}, host), CL_INVALID_VALUE) << "slice too small";
  EXPECT_EQ(readRect({{}, 8, 20}, {}, {4, 2, 1}, host), CL_INVALID_VALUE) << "not whole rows";
  EXPECT_EQ(readRect({{253, 0, 0}, 0, 0}, {}, {4, 1, 1}, host), CL_INVALID_VALUE)
      << "behind the end";
  EXPECT_EQ(readRect({{0, SIZE_MAX, SIZE_MAX}, 0, 0}, {}, {4, 1, 1}, host), CL_INVALID_VALUE);
  EXPECT_EQ(readRect({{252, 0, 0}, 0, 0}, {}, {4, 1, 1}, host), CL_SUCCESS);
}

TEST_F(EnqueueBufferRect, CopyRefusesOverlapAndDifferentPitchesInOneBuffer) {
  Place at{{0, 0, 0}, 16, 0};
  EXPECT_EQ(copyRect(a, a, at, {{3, 3, 0}, 16, 0}, {4, 4, 1}), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copyRect(a, a, at, {{4, 3, 0}, 16, 0}, {4, 4, 1}), CL_SUCCESS) << "beside each other";
  EXPECT_EQ(copyRect(a, a, at, {{0, 4, 0}, 16, 0}, {4, 4, 1}), CL_SUCCESS) << "below each other";
  EXPECT_EQ(copyRect(a, a, {{}, 8, 0}, {{0, 20, 0}, 4, 0}, {4, 4, 1}), CL_INVALID_VALUE);
  Mem low = window(a, 0, 128);
  EXPECT_EQ(copyRect(a, low, at, {{3, 3, 0}, 16, 0}, {4, 4, 1}), CL_MEM_COPY_OVERLAP);
}

} // namespace
} // namespace weft::test
