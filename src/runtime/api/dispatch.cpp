// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table that every handle carries, through which an ICD loader calls us, and the same functions
// by name.
#include "api/entry.h"
#include "objects/platform.h"

#include <CL/cl_egl.h>
#include <CL/cl_gl.h>

#include <string_view>

namespace weft::runtime {

constinit const cl_icd_dispatch kDispatch = {
#define WEFT_CORE(name) .name = name,
#define WEFT_REFUSED(name) .name = name,
#define WEFT_ALIAS(name, is) .name = is,
#define WEFT_ABSENT(name) .name = nullptr,
#include "api/entry_points.def"
};

namespace {

void *functionNamed(const char *name) {
  struct NamedFunction {
    std::string_view name;
    void *function;
  };
  // Core functions are found too: by cl_khr_icd, loaders look up clGetPlatformInfo this way.
  const NamedFunction functions[] = {
#define WEFT_CORE(name) {#name, reinterpret_cast<void *>(::name)},
#define WEFT_EXTENSION(name, is) {#name, reinterpret_cast<void *>(::is)},
#include "api/entry_points.def"
  };
  for (const NamedFunction &each : functions)
    if (name && each.name == name)
      return each.function;
  return nullptr;
}

} // namespace
} // namespace weft::runtime

using namespace weft::runtime;

// OpenCL 3.0 API 4.1 Querying Platform Info (deprecated by OpenCL 1.2; loaders call it).
WEFT_ENTRY void *clGetExtensionFunctionAddress(const char *name) { return functionNamed(name); }

// OpenCL 3.0 API 4.1: null where the platform is not valid or has no such function.
WEFT_ENTRY void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                          const char *name) {
  bool ours = platform && handles::contains(platform, std::uint8_t(HandleKind::Platform));
  return ours ? functionNamed(name) : nullptr;
}
