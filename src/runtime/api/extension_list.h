// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The extension queries of platform and device, both from the one table that the compiler uses too.
#pragma once

#include "support/cl.h"
#include "weft/compiler/device_features.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace weft::runtime {

inline cl_name_version nameVersion(std::string_view name, cl_version version) {
  cl_name_version result{};
  result.version = version;
  name.copy(result.name, CL_NAME_VERSION_MAX_NAME_SIZE - 1);
  return result;
}

/// CL_*_EXTENSIONS: the names with spaces between.
inline std::string extensionNames() {
  std::string names;
  for (const DeviceExtension &each : kDeviceExtensions)
    names.append(names.empty() ? "" : " ").append(each.name);
  return names;
}

/// CL_*_EXTENSIONS_WITH_VERSION.
inline std::vector<cl_name_version> extensionVersions() {
  std::vector<cl_name_version> versions;
  for (const DeviceExtension &each : kDeviceExtensions)
    versions.push_back(nameVersion(each.name, each.version));
  return versions;
}

inline bool hasExtension(std::string_view name) {
  return std::any_of(std::begin(kDeviceExtensions), std::end(kDeviceExtensions),
                     [&](const DeviceExtension &each) { return each.name == name; });
}

inline bool hasFeature(std::string_view name) {
  return std::any_of(std::begin(kOpenCLCFeatures), std::end(kOpenCLCFeatures),
                     [&](const OpenCLCFeature &each) { return each.name == name; });
}

} // namespace weft::runtime
