// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clUnloadPlatformCompiler: OpenCL 3.0 API 5.8.8 Unloading the OpenCL Compiler.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

using ClUnloadPlatformCompiler = OpenClTest;

TEST_F(ClUnloadPlatformCompiler, ALaterBuildLoadsItAgain) {
  EXPECT_CL(CL_INVALID_PLATFORM, clUnloadPlatformCompiler(nullptr));
  for (int i = 0; i < 2; ++i) {
    ASSERT_SUCCESS(clUnloadPlatformCompiler(testPlatform()));
    buildProgram("kernel void k() {} // " + std::to_string(i));
  }
}

} // namespace
} // namespace weft::test
