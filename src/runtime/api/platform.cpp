// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Platforms: OpenCL 3.0 API 4.1 Querying Platform Info.
#include "objects/platform.h"

#include "api/entry.h"
#include "api/extension_list.h"
#include "api/info_query.h"
#include "support/clock.h"
#include "support/driver_version.h"

using namespace weft::runtime;

namespace {

InfoAnswered platformInfo(cl_platform_info name, InfoQuery out) {
  switch (name) {
  case CL_PLATFORM_PROFILE:
    return out.writeString("FULL_PROFILE");
  case CL_PLATFORM_VERSION:
    return out.writeString(kPlatformVersion);
  case CL_PLATFORM_NUMERIC_VERSION: // and CL_PLATFORM_NUMERIC_VERSION_KHR
    return out.write(cl_version(CL_MAKE_VERSION(3, 0, 0)));
  case CL_PLATFORM_NAME:
    return out.writeString(kPlatformName);
  case CL_PLATFORM_VENDOR:
    return out.writeString(kPlatformVendor);
  case CL_PLATFORM_EXTENSIONS:
    return out.writeString(extensionNames());
  case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
    return out.writeArray(std::span<const cl_name_version>(extensionVersions()));
  case CL_PLATFORM_HOST_TIMER_RESOLUTION:
    return out.write(cl_ulong(clockResolution()));
  case CL_PLATFORM_ICD_SUFFIX_KHR:
    return out.writeString("WEFT");
  }
  throw Error(CL_INVALID_VALUE);
}

cl_int platformIds(cl_uint entryCount, cl_platform_id *platforms, cl_uint *countOut,
                   const char *entryPoint) {
  return entry(
      [&] {
        // "if num_entries is equal to zero and platforms is not NULL or if both num_platforms and
        // platforms are NULL"
        throwIf((entryCount == 0 && platforms) || (!platforms && !countOut), CL_INVALID_VALUE);
        if (platforms)
          *platforms = Platform::instance().handle();
        if (countOut)
          *countOut = 1;
      },
      entryPoint);
}

} // namespace

WEFT_ENTRY cl_int clGetPlatformIDs(cl_uint entryCount, cl_platform_id *platforms,
                                   cl_uint *countOut) {
  return platformIds(entryCount, platforms, countOut, __func__);
}

// cl_khr_icd: what a loader calls in place of clGetPlatformIDs.
WEFT_ENTRY cl_int clIcdGetPlatformIDsKHR(cl_uint entryCount, cl_platform_id *platforms,
                                         cl_uint *countOut) {
  return platformIds(entryCount, platforms, countOut, __func__);
}

WEFT_ENTRY cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info name, size_t size,
                                    void *value, size_t *sizeOut) {
  return entry([&] {
    requireHandle(platform, HandleKind::Platform);
    platformInfo(name, InfoQuery(size, value, sizeOut));
  });
}
