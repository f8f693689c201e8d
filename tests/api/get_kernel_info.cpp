// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetKernelInfo, clGetKernelArgInfo and clGetKernelWorkGroupInfo:
// OpenCL 3.0 API 5.9.4 Kernel Object Queries.
#include "support/opencl_test.h"

#include <array>

namespace weft::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const char kSource[] =
    "typedef struct { int a; } Pair;\n"
    "kernel __attribute__((reqd_work_group_size(4, 2, 1))) __attribute__((vec_type_hint(float4)))\n"
    "void fixed(global const float *restrict in, constant int *table, local volatile int *tmp,\n"
    "           unsigned int n, float4 v, Pair p, global int *out) {\n"
    "  local int own[100];\n"
    "  own[get_local_id(0)] = n + p.a;\n"
    "  tmp[0] = own[0];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  out[0] = (int)in[0] + table[0] + tmp[0] + own[3] + (int)v.w;\n"
    "}\n"
    "kernel void plain(global int *out) { out[get_global_id(0)] = 1; }\n";

class ClGetKernelInfo : public OpenClTest {
protected:
  Program program = buildProgram(kSource, "-cl-std=CL3.0 -cl-kernel-arg-info");
  Kernel fixed = kernel(program, "fixed"), plain = kernel(program, "plain");
};

TEST_F(ClGetKernelInfo, Answers) {
  auto ask = [&]<class T>(cl_kernel_info name, T) {
    return info<T>(clGetKernelInfo, fixed.get(), name);
  };
  EXPECT_EQ(ask(CL_KERNEL_FUNCTION_NAME, std::string()), "fixed");
  EXPECT_EQ(ask(CL_KERNEL_NUM_ARGS, cl_uint()), 7u);
  EXPECT_EQ(ask(CL_KERNEL_REFERENCE_COUNT, cl_uint()), 1u);
  EXPECT_EQ(ask(CL_KERNEL_CONTEXT, cl_context()), context());
  EXPECT_EQ(ask(CL_KERNEL_PROGRAM, cl_program()), program.get());
  std::string attributes = ask(CL_KERNEL_ATTRIBUTES, std::string());
  EXPECT_THAT(attributes, HasSubstr("reqd_work_group_size(4,2,1)"));
  EXPECT_THAT(attributes, HasSubstr("vec_type_hint(float4)"));
  EXPECT_EQ(info<std::string>(clGetKernelInfo, plain.get(), cl_kernel_info{CL_KERNEL_ATTRIBUTES}),
            "");
}

TEST_F(ClGetKernelInfo, RefusesWhatTheSpecificationDoes) {
  cl_uint value;
  EXPECT_CL(CL_INVALID_KERNEL,
            clGetKernelInfo(nullptr, CL_KERNEL_NUM_ARGS, sizeof value, &value, nullptr));
  EXPECT_CL(CL_INVALID_VALUE,
            clGetKernelInfo(fixed, CL_KERNEL_NUM_ARGS, sizeof value - 1, &value, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, clGetKernelInfo(fixed, 0, sizeof value, &value, nullptr));
}

using ClGetKernelArgInfo = ClGetKernelInfo;

TEST_F(ClGetKernelArgInfo, DescribesEachArgument) {
  struct Expected {
    const char *name, *type;
    cl_kernel_arg_address_qualifier address;
    cl_kernel_arg_type_qualifier qualifiers;
  } const expected[] = {
      {"in", "float*", CL_KERNEL_ARG_ADDRESS_GLOBAL,
       CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT},
      {"table", "int*", CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_TYPE_CONST},
      {"tmp", "int*", CL_KERNEL_ARG_ADDRESS_LOCAL, CL_KERNEL_ARG_TYPE_VOLATILE},
      {"n", "uint", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
      {"v", "float4", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
      {"p", "Pair", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
      {"out", "int*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_NONE},
  };
  for (cl_uint i = 0; i < std::size(expected); ++i) {
    auto ask = [&]<class T>(cl_kernel_arg_info name, T) {
      return info<T>(clGetKernelArgInfo, fixed.get(), i, name);
    };
    const Expected &argument = expected[i];
    EXPECT_EQ(ask(CL_KERNEL_ARG_NAME, std::string()), argument.name);
    EXPECT_EQ(ask(CL_KERNEL_ARG_TYPE_NAME, std::string()), argument.type) << argument.name;
    EXPECT_EQ(ask(CL_KERNEL_ARG_ADDRESS_QUALIFIER, cl_kernel_arg_address_qualifier()),
              argument.address)
        << argument.name;
    EXPECT_EQ(ask(CL_KERNEL_ARG_TYPE_QUALIFIER, cl_kernel_arg_type_qualifier()),
              argument.qualifiers)
        << argument.name;
    EXPECT_EQ(ask(CL_KERNEL_ARG_ACCESS_QUALIFIER, cl_kernel_arg_access_qualifier()),
              cl_kernel_arg_access_qualifier(CL_KERNEL_ARG_ACCESS_NONE));
  }
}

TEST_F(ClGetKernelArgInfo, RefusesWhatTheSpecificationDoes) {
  cl_kernel_arg_address_qualifier value;
  auto statusOf = [&](cl_kernel kernel, cl_uint index, cl_kernel_arg_info name, size_t size) {
    return clGetKernelArgInfo(kernel, index, name, size, &value, nullptr);
  };
  EXPECT_CL(CL_INVALID_KERNEL, statusOf(nullptr, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof value));
  EXPECT_CL(CL_INVALID_ARG_INDEX,
            statusOf(fixed, 7, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof value));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(fixed, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, 1));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(fixed, 0, 0, sizeof value));
}

class ClGetKernelWorkGroupInfo : public ClGetKernelInfo {
protected:
  template <class T> T ask(cl_kernel kernel, cl_kernel_work_group_info name) const {
    return info<T>(clGetKernelWorkGroupInfo, kernel, device(), name);
  }
};

TEST_F(ClGetKernelWorkGroupInfo, ReportsTheRequiredWorkGroupSize) {
  using Three = std::array<size_t, 3>;
  EXPECT_THAT(ask<Three>(fixed, CL_KERNEL_COMPILE_WORK_GROUP_SIZE), ElementsAre(4, 2, 1));
  EXPECT_THAT(ask<Three>(plain, CL_KERNEL_COMPILE_WORK_GROUP_SIZE), ElementsAre(0, 0, 0));
}

TEST_F(ClGetKernelWorkGroupInfo, AWorkGroupOfTheReportedSizeRuns) {
  size_t size = ask<size_t>(plain, CL_KERNEL_WORK_GROUP_SIZE);
  EXPECT_GE(size, 1u);
  EXPECT_LE(size, deviceInfo<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE));
  EXPECT_GE(ask<size_t>(fixed, CL_KERNEL_WORK_GROUP_SIZE), 8u);
  auto out = buffer<int>(size);
  plain.setArgs(out);
  enqueue(plain, NDRange(size).local({size}));
  EXPECT_EQ(read(out)[size - 1], 1);
  size_t multiple = ask<size_t>(plain, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE);
  EXPECT_GE(multiple, 1u);
  EXPECT_LE(multiple, size);
}

TEST_F(ClGetKernelWorkGroupInfo, LocalMemoryIncludesTheArgumentsSet) {
  EXPECT_EQ(ask<cl_ulong>(plain, CL_KERNEL_LOCAL_MEM_SIZE), 0u);
  auto own = ask<cl_ulong>(fixed, CL_KERNEL_LOCAL_MEM_SIZE);
  EXPECT_GE(own, 400u);
  fixed.setArg(2, LocalMemory{1000});
  EXPECT_GE(ask<cl_ulong>(fixed, CL_KERNEL_LOCAL_MEM_SIZE), own + 1000);
  fixed.setArg(2, LocalMemory{4});
  EXPECT_LT(ask<cl_ulong>(fixed, CL_KERNEL_LOCAL_MEM_SIZE), own + 1000);
}

TEST_F(ClGetKernelWorkGroupInfo, PrivateMemoryHoldsAnArray) {
  Kernel big = buildKernel("kernel void k(global int *out, int n) {\n"
                           "  int a[1000];\n"
                           "  for (int i = 0; i < 1000; ++i) a[i] = i * n;\n"
                           "  for (int i = 0; i < 1000; ++i) a[i * n % 1000] += a[i];\n"
                           "  out[get_global_id(0)] = a[n];\n"
                           "}\n");
  EXPECT_GE(ask<cl_ulong>(big, CL_KERNEL_PRIVATE_MEM_SIZE), 4000u);
}

TEST_F(ClGetKernelWorkGroupInfo, TheDeviceMayBeLeftOutWhereThereIsOne) {
  size_t size = 0;
  EXPECT_SUCCESS(clGetKernelWorkGroupInfo(plain, nullptr, CL_KERNEL_WORK_GROUP_SIZE, sizeof size,
                                          &size, nullptr));
  EXPECT_EQ(size, ask<size_t>(plain, CL_KERNEL_WORK_GROUP_SIZE));
}

TEST_F(ClGetKernelWorkGroupInfo, RefusesWhatTheSpecificationDoes) {
  size_t three[3];
  EXPECT_CL(CL_INVALID_KERNEL,
            clGetKernelWorkGroupInfo(nullptr, device(), CL_KERNEL_WORK_GROUP_SIZE, sizeof three,
                                     three, nullptr));
  auto garbage = reinterpret_cast<cl_device_id>(context());
  EXPECT_CL(CL_INVALID_DEVICE, clGetKernelWorkGroupInfo(plain, garbage, CL_KERNEL_WORK_GROUP_SIZE,
                                                        sizeof three, three, nullptr));
  // Only built-in kernels have one.
  EXPECT_CL(CL_INVALID_VALUE, clGetKernelWorkGroupInfo(plain, device(), CL_KERNEL_GLOBAL_WORK_SIZE,
                                                       sizeof three, three, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, clGetKernelWorkGroupInfo(plain, device(), CL_KERNEL_WORK_GROUP_SIZE,
                                                       1, three, nullptr));
  EXPECT_CL(CL_INVALID_VALUE,
            clGetKernelWorkGroupInfo(plain, device(), 0, sizeof three, three, nullptr));
}

} // namespace
} // namespace weft::test
