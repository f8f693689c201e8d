// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateBuffer and clCreateBufferWithProperties: OpenCL 3.0 API 5.2.1 Creating Buffer Objects.
#include "support/opencl_test.h"

#include <numeric>

namespace weft::test {
namespace {

class ClCreateBuffer : public OpenClTest {
protected:
  Mem make(cl_mem_flags flags, size_t size, void *host = nullptr) const {
    return created("clCreateBuffer", [&](cl_int *status) {
      return clCreateBuffer(context(), flags, size, host, status);
    });
  }
  cl_int statusOf(cl_mem_flags flags, size_t size, void *host = nullptr) const {
    return creationStatus(
        [&](cl_int *status) { return clCreateBuffer(context(), flags, size, host, status); });
  }
  std::vector<cl_uint> contents(cl_mem memory, size_t count) const {
    std::vector<cl_uint> values(count);
    check(clEnqueueReadBuffer(queue(), memory, CL_TRUE, 0, count * sizeof(cl_uint), values.data(),
                              0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    return values;
  }
  template <class T> static T memInfo(cl_mem memory, cl_mem_info name) {
    return info<T>(clGetMemObjectInfo, memory, name);
  }
};

TEST_F(ClCreateBuffer, CopyHostPtrTakesTheContentsAtOnce) {
  std::vector<cl_uint> values(1000);
  std::iota(values.begin(), values.end(), 0);
  std::vector<cl_uint> expected = values;
  Mem memory = make(CL_MEM_COPY_HOST_PTR, values.size() * sizeof(cl_uint), values.data());
  values.assign(values.size(), 99);
  EXPECT_EQ(contents(memory, values.size()), expected);
  EXPECT_EQ(memInfo<void *>(memory, CL_MEM_HOST_PTR), nullptr);
}

TEST_F(ClCreateBuffer, UseHostPtrWorksOnTheMemoryItself) {
  alignas(128) cl_uint values[32] = {};
  Mem memory = make(CL_MEM_USE_HOST_PTR, sizeof values, values);
  EXPECT_EQ(memInfo<void *>(memory, CL_MEM_HOST_PTR), values);
  cl_int status = CL_SUCCESS;
  auto *mapped = static_cast<cl_uint *>(clEnqueueMapBuffer(queue(), memory, CL_TRUE, CL_MAP_WRITE,
                                                           4, 8, 0, nullptr, nullptr, &status));
  ASSERT_SUCCESS(status);
  // "a pointer value returned by clEnqueueMap{Buffer} ... is guaranteed to be derived from
  // host_ptr"
  EXPECT_EQ(mapped, values + 1);
  ASSERT_SUCCESS(clEnqueueUnmapMemObject(queue(), memory, mapped, 0, nullptr, nullptr));
  finish();
}

TEST_F(ClCreateBuffer, IsAlignedForEveryType) {
  for (size_t size : {size_t(1), size_t(100), size_t(5000), size_t(1) << 20}) {
    Mem memory = make(CL_MEM_READ_WRITE, size);
    cl_int status = CL_SUCCESS;
    void *mapped = clEnqueueMapBuffer(queue(), memory, CL_TRUE, CL_MAP_READ, 0, size, 0, nullptr,
                                      nullptr, &status);
    ASSERT_SUCCESS(status);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(mapped) % sizeof(cl_long16), 0u) << size;
    ASSERT_SUCCESS(clEnqueueUnmapMemObject(queue(), memory, mapped, 0, nullptr, nullptr));
    finish();
  }
}

TEST_F(ClCreateBuffer, ZeroFlagsMeanReadWrite) {
  EXPECT_EQ(memInfo<cl_mem_flags>(make(0, 16), CL_MEM_FLAGS), cl_mem_flags(CL_MEM_READ_WRITE));
}

TEST_F(ClCreateBuffer, ALargeOneCostsNothingUntilItIsUsed) {
  auto largest = deviceInfo<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  Mem memory = make(CL_MEM_READ_WRITE, largest);
  EXPECT_EQ(memInfo<size_t>(memory, CL_MEM_SIZE), largest);
}

TEST_F(ClCreateBuffer, FlagsThatExcludeEachOtherAreInvalid) {
  alignas(128) char host[16];
  EXPECT_CL(CL_INVALID_VALUE, statusOf(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 16));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, 16));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 16, host));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 16, host));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 16));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY, 16));
}

TEST_F(ClCreateBuffer, UnknownFlagsAreInvalid) {
  EXPECT_CL(CL_INVALID_VALUE, statusOf(cl_mem_flags(1) << 40, 16));
}

TEST_F(ClCreateBuffer, AllocHostPtrMayBeCombinedWithCopyHostPtr) {
  cl_uint value = 5;
  Mem memory = make(CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR, sizeof value, &value);
  EXPECT_EQ(contents(memory, 1), std::vector<cl_uint>{5});
}

TEST_F(ClCreateBuffer, SizeZeroIsInvalid) { EXPECT_CL(CL_INVALID_BUFFER_SIZE, statusOf(0, 0)); }

TEST_F(ClCreateBuffer, MoreThanTheDeviceAllocatesIsInvalid) {
  auto largest = deviceInfo<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  EXPECT_CL(CL_INVALID_BUFFER_SIZE, statusOf(0, largest + 1));
  EXPECT_CL(CL_INVALID_BUFFER_SIZE, statusOf(0, SIZE_MAX));
}

TEST_F(ClCreateBuffer, AHostPointerWithoutItsFlagIsInvalid) {
  char host[16];
  EXPECT_CL(CL_INVALID_HOST_PTR, statusOf(CL_MEM_READ_WRITE, 16, host));
  EXPECT_CL(CL_INVALID_HOST_PTR, statusOf(CL_MEM_ALLOC_HOST_PTR, 16, host));
}

TEST_F(ClCreateBuffer, AFlagWithoutItsHostPointerIsInvalid) {
  EXPECT_CL(CL_INVALID_HOST_PTR, statusOf(CL_MEM_USE_HOST_PTR, 16));
  EXPECT_CL(CL_INVALID_HOST_PTR, statusOf(CL_MEM_COPY_HOST_PTR, 16));
}

TEST_F(ClCreateBuffer, ADeviceIsNoContext) {
  auto device = reinterpret_cast<cl_context>(testDevice());
  EXPECT_CL(CL_INVALID_CONTEXT, creationStatus([&](cl_int *status) {
              return clCreateBuffer(device, 0, 16, nullptr, status);
            }));
}

using ClCreateBufferWithProperties = ClCreateBuffer;

TEST_F(ClCreateBufferWithProperties, ReturnsTheListAsGiven) {
  using Properties = std::vector<cl_mem_properties>;
  cl_mem_properties none[] = {0};
  Mem memory = created("clCreateBufferWithProperties", [&](cl_int *status) {
    return clCreateBufferWithProperties(context(), none, 0, 16, nullptr, status);
  });
  EXPECT_EQ(memInfo<Properties>(memory, CL_MEM_PROPERTIES), Properties{0});
  EXPECT_EQ(memInfo<Properties>(make(0, 16), CL_MEM_PROPERTIES), Properties{});
}

TEST_F(ClCreateBufferWithProperties, AnUnknownPropertyIsInvalid) {
  cl_mem_properties unknown[] = {CL_MEM_SIZE, 1, 0};
  EXPECT_CL(CL_INVALID_PROPERTY, creationStatus([&](cl_int *status) {
              return clCreateBufferWithProperties(context(), unknown, 0, 16, nullptr, status);
            }));
}

} // namespace
} // namespace weft::test
