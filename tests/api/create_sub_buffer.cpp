// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateSubBuffer: OpenCL 3.0 API 5.2.1 Creating Buffer Objects.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

class ClCreateSubBuffer : public OpenClTest {
protected:
  static constexpr size_t kSize = 4096;
  static constexpr size_t kAlign = 128;

  Mem make(cl_mem_flags flags, void *host = nullptr) const {
    return created("clCreateBuffer", [&](cl_int *status) {
      return clCreateBuffer(context(), flags, kSize, host, status);
    });
  }
  static Mem part(cl_mem of, cl_mem_flags flags, size_t origin, size_t size) {
    cl_buffer_region region = {origin, size};
    return created("clCreateSubBuffer", [&](cl_int *status) {
      return clCreateSubBuffer(of, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, status);
    });
  }
  static cl_int statusOf(cl_mem of, cl_mem_flags flags, size_t origin, size_t size) {
    cl_buffer_region region = {origin, size};
    return creationStatus([&](cl_int *status) {
      return clCreateSubBuffer(of, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, status);
    });
  }
  template <class T> static T memInfo(cl_mem memory, cl_mem_info name) {
    return info<T>(clGetMemObjectInfo, memory, name);
  }
};

TEST_F(ClCreateSubBuffer, IsAWindowOnItsBuffer) {
  Mem whole = make(CL_MEM_READ_WRITE);
  Mem window = part(whole, 0, kAlign, 64);
  cl_uint pattern = 0x12345678, value = 0;
  ASSERT_SUCCESS(
      clEnqueueFillBuffer(queue(), window, &pattern, sizeof pattern, 0, 64, 0, nullptr, nullptr));
  ASSERT_SUCCESS(clEnqueueReadBuffer(queue(), whole, CL_TRUE, kAlign + 60, sizeof value, &value, 0,
                                     nullptr, nullptr));
  EXPECT_EQ(value, pattern);
}

TEST_F(ClCreateSubBuffer, SaysWhatItIs) {
  alignas(128) static char host[kSize];
  Mem whole = make(CL_MEM_USE_HOST_PTR, host);
  Mem window = part(whole, CL_MEM_READ_ONLY, 2 * kAlign, 100);
  EXPECT_EQ(memInfo<cl_mem>(window, CL_MEM_ASSOCIATED_MEMOBJECT), whole.get());
  EXPECT_EQ(memInfo<size_t>(window, CL_MEM_OFFSET), 2 * kAlign);
  EXPECT_EQ(memInfo<size_t>(window, CL_MEM_SIZE), 100u);
  EXPECT_EQ(memInfo<void *>(window, CL_MEM_HOST_PTR), host + 2 * kAlign);
}

TEST_F(ClCreateSubBuffer, InheritsTheFlagsItLeavesOut) {
  Mem whole = make(CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR | CL_MEM_HOST_WRITE_ONLY);
  EXPECT_EQ(memInfo<cl_mem_flags>(part(whole, 0, 0, 16), CL_MEM_FLAGS),
            memInfo<cl_mem_flags>(whole, CL_MEM_FLAGS));
  EXPECT_EQ(memInfo<cl_mem_flags>(part(whole, CL_MEM_HOST_NO_ACCESS, 0, 16), CL_MEM_FLAGS),
            cl_mem_flags(CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR | CL_MEM_HOST_NO_ACCESS));
}

TEST_F(ClCreateSubBuffer, KeepsItsBufferAlive) {
  Mem whole = make(CL_MEM_READ_WRITE);
  Mem window = part(whole, 0, 0, 16);
  EXPECT_EQ(memInfo<cl_uint>(whole, CL_MEM_REFERENCE_COUNT), 1u);
  whole.reset();
  cl_uint value = 9, read = 0;
  ASSERT_SUCCESS(
      clEnqueueWriteBuffer(queue(), window, CL_TRUE, 0, sizeof value, &value, 0, nullptr, nullptr));
  ASSERT_SUCCESS(
      clEnqueueReadBuffer(queue(), window, CL_TRUE, 0, sizeof read, &read, 0, nullptr, nullptr));
  EXPECT_EQ(read, 9u);
}

TEST_F(ClCreateSubBuffer, ASubBufferOfASubBufferIsInvalid) {
  Mem whole = make(CL_MEM_READ_WRITE);
  Mem window = part(whole, 0, 0, 256);
  EXPECT_CL(CL_INVALID_MEM_OBJECT, statusOf(window, 0, 0, 128));
}

TEST_F(ClCreateSubBuffer, WiderAccessThanTheBufferHasIsInvalid) {
  Mem writeOnly = make(CL_MEM_WRITE_ONLY), readOnly = make(CL_MEM_READ_ONLY);
  EXPECT_CL(CL_INVALID_VALUE, statusOf(writeOnly, CL_MEM_READ_WRITE, 0, 16));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(writeOnly, CL_MEM_READ_ONLY, 0, 16));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(readOnly, CL_MEM_READ_WRITE, 0, 16));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(readOnly, CL_MEM_WRITE_ONLY, 0, 16));
}

TEST_F(ClCreateSubBuffer, WiderHostAccessThanTheBufferHasIsInvalid) {
  Mem hostWrite = make(CL_MEM_HOST_WRITE_ONLY), hostRead = make(CL_MEM_HOST_READ_ONLY),
      hostNone = make(CL_MEM_HOST_NO_ACCESS);
  EXPECT_CL(CL_INVALID_VALUE, statusOf(hostWrite, CL_MEM_HOST_READ_ONLY, 0, 16));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(hostRead, CL_MEM_HOST_WRITE_ONLY, 0, 16));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(hostNone, CL_MEM_HOST_READ_ONLY, 0, 16));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(hostNone, CL_MEM_HOST_WRITE_ONLY, 0, 16));
}

TEST_F(ClCreateSubBuffer, HostPointerFlagsAreInvalid) {
  Mem whole = make(CL_MEM_READ_WRITE);
  EXPECT_CL(CL_INVALID_VALUE, statusOf(whole, CL_MEM_USE_HOST_PTR, 0, 16));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(whole, CL_MEM_ALLOC_HOST_PTR, 0, 16));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(whole, CL_MEM_COPY_HOST_PTR, 0, 16));
}

TEST_F(ClCreateSubBuffer, ARegionOutsideTheBufferIsInvalid) {
  Mem whole = make(CL_MEM_READ_WRITE);
  EXPECT_CL(CL_INVALID_VALUE, statusOf(whole, 0, 0, kSize + 1));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(whole, 0, kSize, 1));
  // An end beyond the address range must not wrap round into the buffer.
  EXPECT_CL(CL_INVALID_VALUE, statusOf(whole, 0, kAlign, SIZE_MAX));
}

TEST_F(ClCreateSubBuffer, AnEmptyRegionIsAnInvalidSize) {
  EXPECT_CL(CL_INVALID_BUFFER_SIZE, statusOf(make(CL_MEM_READ_WRITE), 0, 0, 0));
}

TEST_F(ClCreateSubBuffer, AnUnalignedOriginIsMisaligned) {
  EXPECT_CL(CL_MISALIGNED_SUB_BUFFER_OFFSET, statusOf(make(CL_MEM_READ_WRITE), 0, 4, 16));
}

TEST_F(ClCreateSubBuffer, OtherCreateTypesAndNoInfoAreInvalid) {
  Mem whole = make(CL_MEM_READ_WRITE);
  cl_buffer_region region = {0, 16};
  EXPECT_CL(CL_INVALID_VALUE, creationStatus([&](cl_int *status) {
              return clCreateSubBuffer(whole, 0, CL_MEM_SIZE, &region, status);
            }));
  EXPECT_CL(CL_INVALID_VALUE, creationStatus([&](cl_int *status) {
              return clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, nullptr, status);
            }));
}

TEST_F(ClCreateSubBuffer, AContextIsNoBuffer) {
  EXPECT_CL(CL_INVALID_MEM_OBJECT, statusOf(reinterpret_cast<cl_mem>(context()), 0, 0, 16));
}

} // namespace
} // namespace weft::test
