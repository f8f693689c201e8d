// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dispatch table has every function, and a function has one address however it is found.
#include "api/entry.h"
#include "objects/platform.h"

#include <gmock/gmock.h>

#include <CL/cl_egl.h>
#include <CL/cl_gl.h>

extern "C" void *clGetExtensionFunctionAddressForPlatform(cl_platform_id, const char *);

namespace weft::runtime {
namespace {

struct Row {
  const char *name;
  const void *inTable;
  bool expected;
  bool byName;
};

const Row kRows[] = {
#define WEFT_CORE(name) {#name, reinterpret_cast<const void *>(kDispatch.name), true, true},
#define WEFT_REFUSED(name) {#name, reinterpret_cast<const void *>(kDispatch.name), true, false},
#define WEFT_ALIAS(name, is) {#name, reinterpret_cast<const void *>(kDispatch.name), true, false},
#define WEFT_ABSENT(name) {#name, reinterpret_cast<const void *>(kDispatch.name), false, false},
#include "api/entry_points.def"
};

TEST(DispatchTable, HasAFunctionForEveryEntryPointOfOpenCL) {
  for (const Row &row : kRows)
    EXPECT_EQ(row.inTable != nullptr, row.expected) << row.name;
}

TEST(DispatchTable, IsCoveredByTheList) {
  EXPECT_EQ(std::size(kRows) * sizeof(void *), sizeof(cl_icd_dispatch));
}

TEST(DispatchTable, AgreesWithTheLookupByName) {
  cl_platform_id platform = Platform::instance().handle();
  for (const Row &row : kRows) {
    void *found = clGetExtensionFunctionAddressForPlatform(platform, row.name);
    EXPECT_EQ(found, row.byName ? row.inTable : nullptr) << row.name;
  }
}

} // namespace
} // namespace weft::runtime
