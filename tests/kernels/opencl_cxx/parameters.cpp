// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel parameters of the OpenCL C++ library's classes: what the host sets, and what it is told
// they are.
#include "support/info.h"
#include "support/library_test.h"

namespace weft::test {
namespace {

class OpenCLCxxParameters : public LibraryTest {};

const char *const kEveryParameter = R"(
#include <opencl_device_queue>
#include <opencl_work_item>
using namespace cl;
struct out_t { int a, b; };
kernel void k(device_queue q, global<out_t> *o, global_ptr<int> p, global_ptr<const int[]> r,
              constant_ptr<int> c, local_ptr<float> s, local_ptr<double[]> d, int n) {
  int i = get_global_id(0);
  s.get()[i] = p.get()[i];
  d[i] = r[i];
  o[i].a = s.get()[i] + d[i];
  o[i].b = c.get()[i] + n;
}
)";

TEST_F(OpenCLCxxParameters, AreSetAsWhatTheyStandFor) {
  Kernel kernel = buildKernel(R"(
#include <opencl_memory>
#include <opencl_work_item>
using namespace cl;
struct out_t { int a, b; };
kernel void k(global<out_t> *o, global_ptr<int> p, global_ptr<const int[]> r,
              constant_ptr<int> c, local_ptr<float> s, local_ptr<double[]> d, int n) {
  int i = get_global_id(0);
  s.get()[i] = p.get()[i];
  d[i] = r[i];
  o[i].a = s.get()[i] + d[i];
  o[i].b = c.get()[i] + n;
})",
                              kOptions);
  auto out = buffer<int>(4), p = buffer<int>(std::vector<int>{1, 2}),
       r = buffer<int>(std::vector<int>{10, 20}), c = buffer<int>(std::vector<int>{5, 6});
  kernel.setArgs(out, p, r, c, LocalMemory{8}, LocalMemory{16}, cl_int(100));
  enqueue(kernel, 2);
  EXPECT_THAT(read(out), ::testing::ElementsAre(11, 105, 22, 106));

  EXPECT_CL(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel.get(), 1, 4, &kernel));
  EXPECT_CL(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel.get(), 4, 0, nullptr));
  const cl_int value = 3;
  EXPECT_CL(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel.get(), 4, 4, &value));
}

TEST_F(OpenCLCxxParameters, ANullBufferIsANullPointer) {
  run("kernel void k(global<int> *failed, global_ptr<int> p) { CHECK(!p && p == nullptr); }", 1,
      cl_mem(nullptr));
}

TEST_F(OpenCLCxxParameters, ClGetKernelArgInfoSaysWhatTheyAre) {
  Kernel kernel = buildKernel(kEveryParameter, "-cl-std=CLC++2021 -cl-kernel-arg-info");
  struct Expected {
    const char *name, *type;
    cl_kernel_arg_address_qualifier space;
    cl_kernel_arg_type_qualifier qualifiers;
  };
  const Expected expected[] = {
      {"q", "device_queue", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
      {"o", "out_t*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_NONE},
      {"p", "global_ptr<int>", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_NONE},
      {"r", "global_ptr<const int[]>", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_CONST},
      {"c", "constant_ptr<int>", CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_TYPE_CONST},
      {"s", "local_ptr<float>", CL_KERNEL_ARG_ADDRESS_LOCAL, CL_KERNEL_ARG_TYPE_NONE},
      {"d", "local_ptr<double[]>", CL_KERNEL_ARG_ADDRESS_LOCAL, CL_KERNEL_ARG_TYPE_NONE},
      {"n", "int", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
  };
  cl_uint index = 0;
  for (const Expected &argument : expected) {
    auto get = [&]<class T>(T, cl_kernel_arg_info name) {
      return info<T>(clGetKernelArgInfo, kernel.get(), index, name);
    };
    EXPECT_EQ(get(std::string(), CL_KERNEL_ARG_NAME), argument.name);
    EXPECT_EQ(get(std::string(), CL_KERNEL_ARG_TYPE_NAME), argument.type);
    EXPECT_EQ(get(cl_uint(), CL_KERNEL_ARG_ADDRESS_QUALIFIER), argument.space) << argument.name;
    EXPECT_EQ(get(cl_uint(), CL_KERNEL_ARG_ACCESS_QUALIFIER), cl_uint(CL_KERNEL_ARG_ACCESS_NONE));
    EXPECT_EQ(get(cl_ulong(), CL_KERNEL_ARG_TYPE_QUALIFIER), argument.qualifiers) << argument.name;
    ++index;
  }
}

TEST_F(OpenCLCxxParameters, ArriveInKernelsThatKernelsCall) {
  auto data = buffer<int>(std::vector<int>{4});
  run("void twice(global_ptr<int> p, local_ptr<int> s) { *s = *p; *p = 2 * *s; }\n"
      "kernel void k(global<int> *failed, global_ptr<int> p, local_ptr<int> s) {\n"
      "  twice(p, s);\n  CHECK(*p == 8 && *s == 4);\n}",
      1, data, LocalMemory{4});
  EXPECT_THAT(read(data), ::testing::ElementsAre(8));
}

} // namespace
} // namespace weft::test
