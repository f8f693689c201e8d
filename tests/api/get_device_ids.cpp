// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetDeviceIDs: OpenCL 3.0 API 4.2 Querying Devices.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

TEST(ClGetDeviceIDs, TheCpuIsFoundByEveryTypeThatMeansIt) {
  for (cl_device_type type :
       {cl_device_type(CL_DEVICE_TYPE_CPU), cl_device_type(CL_DEVICE_TYPE_DEFAULT),
        cl_device_type(CL_DEVICE_TYPE_ALL),
        cl_device_type(CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU)}) {
    cl_device_id device = nullptr;
    cl_uint count = 0;
    EXPECT_SUCCESS(clGetDeviceIDs(testPlatform(), type, 1, &device, &count));
    EXPECT_EQ(device, testDevice());
    EXPECT_EQ(count, 1u);
  }
}

TEST(ClGetDeviceIDs, NoDeviceOfThatTypeIsNotFound) {
  for (cl_device_type type :
       {CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_TYPE_CUSTOM}) {
    cl_uint count = 1;
    EXPECT_CL(CL_DEVICE_NOT_FOUND, clGetDeviceIDs(testPlatform(), type, 0, nullptr, &count));
    EXPECT_EQ(count, 0u);
  }
}

TEST(ClGetDeviceIDs, ATypeThatIsNoneIsInvalid) {
  cl_uint count = 0;
  EXPECT_CL(CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(testPlatform(), 0, 0, nullptr, &count));
  EXPECT_CL(CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(testPlatform(), 1 << 20, 0, nullptr, &count));
}

TEST(ClGetDeviceIDs, NoPlaceForTheAnswerIsInvalid) {
  EXPECT_CL(CL_INVALID_VALUE,
            clGetDeviceIDs(testPlatform(), CL_DEVICE_TYPE_ALL, 0, nullptr, nullptr));
}

TEST(ClGetDeviceIDs, RoomForNoneIsInvalid) {
  cl_device_id device = nullptr;
  EXPECT_CL(CL_INVALID_VALUE,
            clGetDeviceIDs(testPlatform(), CL_DEVICE_TYPE_ALL, 0, &device, nullptr));
}

TEST(ClGetDeviceIDs, ADeviceIsNoPlatform) {
  cl_uint count = 0;
  auto device = reinterpret_cast<cl_platform_id>(testDevice());
  EXPECT_CL(CL_INVALID_PLATFORM, clGetDeviceIDs(device, CL_DEVICE_TYPE_ALL, 0, nullptr, &count));
}

} // namespace
} // namespace weft::test
