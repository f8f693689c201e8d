// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/language_features.h"

#include "weft/compiler/device_features.h"

namespace weft::compiler {

std::string extensionOption(const BuildOptions &options) {
  std::string option = "-all";
  auto add = [&option](const char *name) { (option += ",+") += name; };
  for (const DeviceExtension &extension : kDeviceExtensions)
    if (extension.inOpenCLC)
      add(extension.name);
  for (const OpenCLCFeature &feature : kOpenCLCFeatures)
    add(feature.name);
  // Off until the OpenCL C++ library's headers turn them on.
  if (options.standard == LanguageStandard::OpenCLCpp2021)
    for (const char *name :
         {"__cl_clang_function_pointers", "__cl_clang_non_portable_kernel_param_types"})
      add(name);
  return option;
}

LanguageMacros languageMacros(const BuildOptions &options) {
  LanguageMacros macros;
  // The version of the device's OpenCL, not of the language (OpenCL C 3.0 6.12).
  macros.define.push_back("__OPENCL_VERSION__=300");
  if (options.standard == LanguageStandard::OpenCLCpp2021)
    macros.define.push_back("__WEFT_OPENCL_CXX__=1"); // for the library's headers
  // Clang makes the macros of the extensions it knows by name.
  for (const DeviceExtension &extension : kDeviceExtensions)
    if (extension.inOpenCLC)
      macros.define.push_back(extension.name + std::string("=1"));
  // That the IR is made for SPIR is our affair, and opencl-c-base.h would derive features from it.
  for (const char *name :
       {"__SPIR__", "__SPIR64__", "__SPIRV__", "__SPIRV64__", "__IMAGE_SUPPORT__"})
    macros.undefine.push_back(name);
  return macros;
}

} // namespace weft::compiler
