// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetPlatformInfo: OpenCL 3.0 API 4.1 Querying Platform Info.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::StartsWith;

template <class T> T platformInfo(cl_platform_info name) {
  return info<T>(clGetPlatformInfo, testPlatform(), name);
}

TEST(ClGetPlatformInfo, TellsProfileAndVersion) {
  EXPECT_EQ(platformInfo<std::string>(CL_PLATFORM_PROFILE), "FULL_PROFILE");
  EXPECT_THAT(platformInfo<std::string>(CL_PLATFORM_VERSION), StartsWith("OpenCL 3.0 "));
  EXPECT_EQ(platformInfo<cl_version>(CL_PLATFORM_NUMERIC_VERSION), CL_MAKE_VERSION(3, 0, 0));
}

TEST(ClGetPlatformInfo, HasANameAndAVendor) {
  EXPECT_FALSE(platformInfo<std::string>(CL_PLATFORM_NAME).empty());
  EXPECT_FALSE(platformInfo<std::string>(CL_PLATFORM_VENDOR).empty());
}

TEST(ClGetPlatformInfo, BothExtensionListsHaveTheSameNames) {
  std::string names;
  for (const cl_name_version &each :
       platformInfo<std::vector<cl_name_version>>(CL_PLATFORM_EXTENSIONS_WITH_VERSION)) {
    names += (names.empty() ? "" : " ") + std::string(each.name);
    EXPECT_GT(each.version, 0u) << each.name;
  }
  EXPECT_EQ(names, platformInfo<std::string>(CL_PLATFORM_EXTENSIONS));
  EXPECT_THAT(names, HasSubstr("cl_khr_icd"));
}

TEST(ClGetPlatformInfo, HasAHostTimerResolutionAndAnIcdSuffix) {
  EXPECT_GT(platformInfo<cl_ulong>(CL_PLATFORM_HOST_TIMER_RESOLUTION), 0u);
  EXPECT_EQ(platformInfo<std::string>(CL_PLATFORM_ICD_SUFFIX_KHR), "WEFT");
}

TEST(ClGetPlatformInfo, AnUnknownParameterIsInvalid) {
  EXPECT_CL(CL_INVALID_VALUE,
            clGetPlatformInfo(testPlatform(), CL_DEVICE_NAME, 0, nullptr, nullptr));
}

TEST(ClGetPlatformInfo, TooSmallAPlaceIsInvalid) {
  char text[4];
  EXPECT_CL(CL_INVALID_VALUE,
            clGetPlatformInfo(testPlatform(), CL_PLATFORM_PROFILE, sizeof text, text, nullptr));
}

TEST(ClGetPlatformInfo, ADeviceIsNoPlatform) {
  auto device = reinterpret_cast<cl_platform_id>(testDevice());
  EXPECT_CL(CL_INVALID_PLATFORM, clGetPlatformInfo(device, CL_PLATFORM_NAME, 0, nullptr, nullptr));
}

} // namespace
} // namespace weft::test
