// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/language_features.h"

#include "weft/compiler/device_features.h"

namespace weft::compiler {

std::string extensionOption() {
  std::string option = "-all";
  auto add = [&option](const char *name) { (option += ",+") += name; };
  for (const DeviceExtension &extension : kDeviceExtensions)
    if (extension.inOpenCLC)
      add(extension.name);
  for (const OpenCLCFeature &feature : kOpenCLCFeatures)
    add(feature.name);
  return option;
}

LanguageMacros languageMacros(const BuildOptions &options) {
  LanguageMacros macros;
  // The version of the device's OpenCL, not of the language (OpenCL C 3.0 6.12).
  macros.define.push_back("__OPENCL_VERSION__=300");
  // That the IR is made for SPIR is our affair, and opencl-c-base.h would derive features from it.
  for (const char *name :
       {"__SPIR__", "__SPIR64__", "__SPIRV__", "__SPIRV64__", "__IMAGE_SUPPORT__"})
    macros.undefine.push_back(name);
  return macros;
}

} // namespace weft::compiler
