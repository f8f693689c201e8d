// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetExtensionFunctionAddressForPlatform: OpenCL 3.0 API 4.1 Querying Platform Info.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

TEST(ClGetExtensionFunctionAddressForPlatform, FindsAnExtensionsFunctionThatWorks) {
  auto getPlatforms = reinterpret_cast<cl_int (*)(cl_uint, cl_platform_id *, cl_uint *)>(
      clGetExtensionFunctionAddressForPlatform(testPlatform(), "clIcdGetPlatformIDsKHR"));
  ASSERT_NE(getPlatforms, nullptr);
  cl_platform_id platform = nullptr;
  EXPECT_SUCCESS(getPlatforms(1, &platform, nullptr));
  EXPECT_EQ(platform, testPlatform());
}

TEST(ClGetExtensionFunctionAddressForPlatform, IsNullForAFunctionThatDoesNotExist) {
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(testPlatform(), "clDoWhatIMean"), nullptr);
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(testPlatform(), ""), nullptr);
}

// Functions of extensions that the platform lacks do not exist for it.
TEST(ClGetExtensionFunctionAddressForPlatform, IsNullForAnUnsupportedExtension) {
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(testPlatform(), "clCreateFromGLBuffer"),
            nullptr);
}

} // namespace
} // namespace weft::test
