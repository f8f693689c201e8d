// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetPlatformIDs: OpenCL 3.0 API 4.1 Querying Platform Info.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

TEST(ClGetPlatformIDs, CountsAndReturnsThePlatforms) {
  cl_uint count = 0;
  ASSERT_SUCCESS(clGetPlatformIDs(0, nullptr, &count));
  ASSERT_GE(count, 1u);
  std::vector<cl_platform_id> platforms(count + 1);
  cl_uint again = 0;
  ASSERT_SUCCESS(clGetPlatformIDs(count + 1, platforms.data(), &again));
  EXPECT_EQ(again, count);
  for (cl_uint i = 0; i < count; ++i)
    EXPECT_NE(platforms[i], nullptr);
  EXPECT_EQ(platforms[count], nullptr) << "written behind the last platform";
}

TEST(ClGetPlatformIDs, GivesTheSameHandleEachTime) {
  cl_platform_id first = nullptr, second = nullptr;
  ASSERT_SUCCESS(clGetPlatformIDs(1, &first, nullptr));
  ASSERT_SUCCESS(clGetPlatformIDs(1, &second, nullptr));
  EXPECT_EQ(first, second);
}

TEST(ClGetPlatformIDs, NoPlaceForTheAnswerIsInvalid) {
  EXPECT_CL(CL_INVALID_VALUE, clGetPlatformIDs(0, nullptr, nullptr));
}

TEST(ClGetPlatformIDs, RoomForNoneIsInvalid) {
  cl_platform_id platform = nullptr;
  EXPECT_CL(CL_INVALID_VALUE, clGetPlatformIDs(0, &platform, nullptr));
}

} // namespace
} // namespace weft::test
