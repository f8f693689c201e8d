// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.10 Address Space Qualifier Functions: where a generic pointer points is known
// at run time.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

TEST_F(OpenClTest, GenericPointersKnowTheirAddressSpace) {
  auto kernel = buildKernel(
      "global int inProgram = 3;\n"
      "kernel void f(global int *g, local int *l, global int *out, uint choice) {\n"
      "  int p[4] = {10, 11, 12, 13};\n"
      "  local int declared[2];\n"
      "  l[1] = 21; declared[1] = 31;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  generic int *pointers[] = {g + 1, l + 1, p + 1, &inProgram, declared + 1};\n"
      "  generic int *x = pointers[choice];\n"
      "  global int *asGlobal = to_global(x);\n"
      "  local int *asLocal = to_local(x);\n"
      "  private int *asPrivate = to_private(x);\n"
      "  out[0] = asGlobal ? *asGlobal : -1;\n"
      "  out[1] = asLocal ? *asLocal : -1;\n"
      "  out[2] = asPrivate ? *asPrivate : -1;\n"
      "  out[3] = get_fence(x) == CLK_GLOBAL_MEM_FENCE ? 1 :\n"
      "           get_fence((const generic int *)x) == CLK_LOCAL_MEM_FENCE ? 2 : 0;\n}\n");
  auto g = buffer(std::vector<int>{0, 1}), out = buffer(std::vector<int>(4));
  const std::vector<int> expected[] = {
      {1, -1, -1, 1}, {-1, 21, -1, 2}, {-1, -1, 11, 0}, {3, -1, -1, 1}, {-1, 31, -1, 2}};
  for (cl_uint choice = 0; choice < std::size(expected); ++choice) {
    kernel.setArgs(g, LocalMemory{8}, out, choice);
    enqueue(kernel, NDRange(1).local({1}));
    EXPECT_EQ(read(out), expected[choice]) << choice;
  }
}

} // namespace
} // namespace weft::test
