// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/test_device.h"

#include "support/info.h"

#include <cstdlib>
#include <stdexcept>

namespace weft::test {
namespace {

cl_platform_id findPlatform() {
  const char *wanted = std::getenv("WEFT_TEST_PLATFORM");
  cl_uint count = 0;
  check(clGetPlatformIDs(0, nullptr, &count), "clGetPlatformIDs");
  std::vector<cl_platform_id> platforms(count);
  check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  std::string seen;
  for (cl_platform_id platform : platforms) {
    auto name = info<std::string>(clGetPlatformInfo, platform, cl_platform_info{CL_PLATFORM_NAME});
    if (name.find(wanted ? wanted : "Weft") != std::string::npos)
      return platform;
    seen += " '" + name + "'";
  }
  throw std::runtime_error("no platform to test; there are:" + seen);
}

cl_device_id findDevice() {
  cl_device_id device = nullptr;
  check(clGetDeviceIDs(testPlatform(), CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  return device;
}

} // namespace

cl_platform_id testPlatform() {
  static cl_platform_id platform = findPlatform();
  return platform;
}

cl_device_id testDevice() {
  static cl_device_id device = findDevice();
  return device;
}

} // namespace weft::test
