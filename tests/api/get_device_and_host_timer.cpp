// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetDeviceAndHostTimer and clGetHostTimer: OpenCL 3.0 API 4.2 Querying Devices.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

TEST(ClGetDeviceAndHostTimer, BothTimersAdvance) {
  cl_ulong device1 = 0, host1 = 0, device2 = 0, host2 = 0;
  ASSERT_SUCCESS(clGetDeviceAndHostTimer(testDevice(), &device1, &host1));
  ASSERT_SUCCESS(clGetDeviceAndHostTimer(testDevice(), &device2, &host2));
  EXPECT_GT(device1, 0u);
  EXPECT_GE(device2, device1);
  EXPECT_GE(host2, host1);
}

// "the host timestamp value must be consistent with that of clGetDeviceAndHostTimer"
TEST(ClGetDeviceAndHostTimer, TheHostTimerIsTheSameTimer) {
  cl_ulong device = 0, before = 0, between = 0, after = 0;
  ASSERT_SUCCESS(clGetHostTimer(testDevice(), &before));
  ASSERT_SUCCESS(clGetDeviceAndHostTimer(testDevice(), &device, &between));
  ASSERT_SUCCESS(clGetHostTimer(testDevice(), &after));
  EXPECT_LE(before, between);
  EXPECT_LE(between, after);
}

TEST(ClGetDeviceAndHostTimer, NoPlaceForAnAnswerIsInvalid) {
  cl_ulong time = 0;
  EXPECT_CL(CL_INVALID_VALUE, clGetDeviceAndHostTimer(testDevice(), nullptr, &time));
  EXPECT_CL(CL_INVALID_VALUE, clGetDeviceAndHostTimer(testDevice(), &time, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, clGetHostTimer(testDevice(), nullptr));
}

TEST(ClGetDeviceAndHostTimer, APlatformIsNoDevice) {
  auto platform = reinterpret_cast<cl_device_id>(testPlatform());
  cl_ulong time = 0;
  EXPECT_CL(CL_INVALID_DEVICE, clGetDeviceAndHostTimer(platform, &time, &time));
  EXPECT_CL(CL_INVALID_DEVICE, clGetHostTimer(platform, &time));
}

} // namespace
} // namespace weft::test
