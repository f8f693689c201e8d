// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateProgramWithSource, ...WithBinary, ...WithBuiltInKernels, clRetainProgram and
// clReleaseProgram: OpenCL 3.0 API 5.8.1, 5.8.2.
#include "support/opencl_test.h"

#include <cstring>

namespace weft::test {
namespace {

using ClCreateProgramWithSource = OpenClTest;
using ClReleaseProgram = OpenClTest;

const char kSource[] = "kernel void one(global int *out) { *out = 1; }\n";

std::string sourceOf(cl_program program) {
  return info<std::string>(clGetProgramInfo, program, cl_program_info{CL_PROGRAM_SOURCE});
}

TEST_F(ClCreateProgramWithSource, ConcatenatesTheStrings) {
  const char *strings[] = {"kernel void ", "k(){}garbage", "\n"};
  const size_t lengths[] = {0, 5, 0};
  Program program = created("clCreateProgramWithSource", [&](cl_int *status) {
    return clCreateProgramWithSource(context(), 3, strings, lengths, status);
  });
  EXPECT_EQ(sourceOf(program), "kernel void k(){}\n");
}

TEST_F(ClCreateProgramWithSource, StripsNullsInTheStrings) {
  const char text[] = "kernel void\0 k(){}\0";
  const char *strings[] = {text};
  const size_t lengths[] = {sizeof text};
  Program program = created("clCreateProgramWithSource", [&](cl_int *status) {
    return clCreateProgramWithSource(context(), 1, strings, lengths, status);
  });
  EXPECT_EQ(sourceOf(program), "kernel void k(){}");
}

TEST_F(ClCreateProgramWithSource, RefusesWhatTheSpecificationDoes) {
  const char *strings[] = {kSource, nullptr};
  auto statusOf = [&](cl_context context, cl_uint count, const char **strings) {
    return creationStatus([&](cl_int *status) {
      return clCreateProgramWithSource(context, count, strings, nullptr, status);
    });
  };
  EXPECT_CL(CL_INVALID_CONTEXT, statusOf(nullptr, 1, strings));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(context(), 0, strings));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(context(), 1, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(context(), 2, strings));
  EXPECT_EQ(clCreateProgramWithSource(context(), 0, strings, nullptr, nullptr), nullptr);
}

class ClCreateProgramWithBinary : public OpenClTest {
protected:
  std::vector<unsigned char> binaryOf(cl_program program) const {
    auto sizes = info<std::vector<size_t>>(clGetProgramInfo, program,
                                           cl_program_info{CL_PROGRAM_BINARY_SIZES});
    std::vector<unsigned char> bytes(sizes.at(0));
    unsigned char *buffers[] = {bytes.data()};
    check(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof buffers, buffers, nullptr),
          "CL_PROGRAM_BINARIES");
    return bytes;
  }
  /// The program, or null; the statuses are kept.
  Program load(const std::vector<unsigned char> &bytes) {
    const unsigned char *binaries[] = {bytes.data()};
    size_t size = bytes.size();
    cl_device_id target = device();
    return Program(
        clCreateProgramWithBinary(context(), 1, &target, &size, binaries, &binaryStatus, &status));
  }
  cl_program_binary_type typeOf(cl_program program) const {
    return info<cl_program_binary_type>(clGetProgramBuildInfo, program, device(),
                                        cl_program_build_info{CL_PROGRAM_BINARY_TYPE});
  }
  cl_int status = 1, binaryStatus = 1;
};

TEST_F(ClCreateProgramWithBinary, AnExecutableComputesTheSame) {
  auto binary = binaryOf(buildProgram(kSource));
  Program program = load(binary);
  ASSERT_CL(CL_SUCCESS, status);
  EXPECT_CL(CL_SUCCESS, binaryStatus);
  EXPECT_EQ(typeOf(program), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  EXPECT_CL(CL_INVALID_PROGRAM_EXECUTABLE,
            creationStatus([&](cl_int *status) { return clCreateKernel(program, "one", status); }));
  ASSERT_SUCCESS(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  Kernel one = kernel(program, "one");
  auto out = buffer<int>(1);
  one.setArgs(out);
  enqueue(one, 1);
  EXPECT_EQ(read(out)[0], 1);
  // The binary of a program made from a binary is that binary.
  EXPECT_EQ(binaryOf(program), binary);
}

TEST_F(ClCreateProgramWithBinary, RemembersTheOptionsItWasBuiltWith) {
  Program program = load(binaryOf(buildProgram(kSource, "-cl-std=CL3.0 -DA=1")));
  ASSERT_SUCCESS(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  EXPECT_EQ(info<std::string>(clGetProgramBuildInfo, program.get(), device(),
                              cl_program_build_info{CL_PROGRAM_BUILD_OPTIONS}),
            "-cl-std=CL3.0 -DA=1");
}

TEST_F(ClCreateProgramWithBinary, ABrokenBinaryIsInvalid) {
  const auto binary = binaryOf(buildProgram(kSource));
  auto expectInvalid = [&](const std::vector<unsigned char> &broken, size_t at) {
    status = binaryStatus = 1;
    EXPECT_EQ(load(broken).get(), nullptr) << at;
    EXPECT_CL(CL_INVALID_BINARY, status) << at;
    EXPECT_CL(CL_INVALID_BINARY, binaryStatus) << at;
  };
  for (size_t at = 0; at < binary.size(); ++at) {
    auto broken = binary;
    broken[at] ^= 1 << at % 8;
    expectInvalid(broken, at);
  }
  for (size_t size = 1; size < binary.size(); size += 1 + size / 50)
    expectInvalid({binary.begin(), binary.begin() + size}, size);
  auto longer = binary;
  longer.push_back(0);
  expectInvalid(longer, longer.size());
  expectInvalid(std::vector<unsigned char>(64, 0), 64);
  // Another's format: that of the kernel objects and that of kernel IR.
  expectInvalid({0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 16);
  expectInvalid({'B', 'C', 0xc0, 0xde}, 4);
}

TEST_F(ClCreateProgramWithBinary, RefusesWhatTheSpecificationDoes) {
  auto bytes = binaryOf(buildProgram(kSource));
  const unsigned char *binaries[] = {bytes.data()};
  const unsigned char *none[] = {nullptr};
  size_t size = bytes.size(), zero = 0;
  cl_device_id target = device(), garbage = nullptr;
  auto statusOf = [&](cl_context context, cl_uint count, const cl_device_id *devices,
                      const size_t *sizes, const unsigned char **pointers) {
    return creationStatus([&](cl_int *out) {
      return clCreateProgramWithBinary(context, count, devices, sizes, pointers, &binaryStatus,
                                       out);
    });
  };
  EXPECT_CL(CL_INVALID_CONTEXT, statusOf(nullptr, 1, &target, &size, binaries));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(context(), 0, &target, &size, binaries));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(context(), 1, nullptr, &size, binaries));
  EXPECT_CL(CL_INVALID_DEVICE, statusOf(context(), 1, &garbage, &size, binaries));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(context(), 1, &target, nullptr, binaries));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(context(), 1, &target, &size, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(context(), 1, &target, &zero, binaries));
  EXPECT_CL(CL_INVALID_VALUE, binaryStatus);
  binaryStatus = 1;
  EXPECT_CL(CL_INVALID_VALUE, statusOf(context(), 1, &target, &size, none));
  EXPECT_CL(CL_INVALID_VALUE, binaryStatus);
}

TEST_F(ClCreateProgramWithBinary, ACompiledObjectMustBeLinkedFirst) {
  Program compiled = programWithSource(kSource);
  ASSERT_SUCCESS(
      clCompileProgram(compiled, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr));
  Program program = load(binaryOf(compiled));
  ASSERT_CL(CL_SUCCESS, status);
  EXPECT_EQ(typeOf(program), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
  EXPECT_CL(CL_INVALID_BINARY, clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  cl_program input = program;
  Program linked = created("clLinkProgram", [&](cl_int *out) {
    return clLinkProgram(context(), 0, nullptr, nullptr, 1, &input, nullptr, nullptr, out);
  });
  Kernel one = kernel(linked, "one");
  auto out = buffer<int>(1);
  one.setArgs(out);
  enqueue(one, 1);
  EXPECT_EQ(read(out)[0], 1);
}

using ClCreateProgramWithBuiltInKernels = OpenClTest;

TEST_F(ClCreateProgramWithBuiltInKernels, KnowsNoneAsTheDeviceSays) {
  EXPECT_EQ(deviceInfo<std::string>(CL_DEVICE_BUILT_IN_KERNELS), "");
  cl_device_id target = device(), garbage = nullptr;
  auto statusOf = [&](cl_context context, cl_uint count, const cl_device_id *devices,
                      const char *names) {
    return creationStatus([&](cl_int *status) {
      return clCreateProgramWithBuiltInKernels(context, count, devices, names, status);
    });
  };
  EXPECT_CL(CL_INVALID_VALUE, statusOf(context(), 1, &target, "no;such"));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(context(), 1, &target, nullptr));
  EXPECT_CL(CL_INVALID_CONTEXT, statusOf(nullptr, 1, &target, "no"));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(context(), 0, &target, "no"));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(context(), 1, nullptr, "no"));
  EXPECT_CL(CL_INVALID_DEVICE, statusOf(context(), 1, &garbage, "no"));
}

TEST_F(ClReleaseProgram, CountsTheApplicationsReferences) {
  Program program = programWithSource(kSource);
  auto count = [&] {
    return info<cl_uint>(clGetProgramInfo, program.get(),
                         cl_program_info{CL_PROGRAM_REFERENCE_COUNT});
  };
  EXPECT_EQ(count(), 1u);
  ASSERT_SUCCESS(clRetainProgram(program));
  EXPECT_EQ(count(), 2u);
  ASSERT_SUCCESS(clReleaseProgram(program));
  EXPECT_EQ(count(), 1u);
  EXPECT_CL(CL_INVALID_PROGRAM, clRetainProgram(nullptr));
  EXPECT_CL(CL_INVALID_PROGRAM, clReleaseProgram(nullptr));
}

// "The program object is deleted after all kernel objects associated with program have been deleted
// and the program reference count becomes zero."
TEST_F(ClReleaseProgram, AKernelKeepsTheProgram) {
  Program program = buildProgram(kSource);
  auto references = [](cl_program of) {
    return info<cl_uint>(clGetProgramInfo, of, cl_program_info{CL_PROGRAM_REFERENCE_COUNT});
  };
  Kernel one = kernel(program, "one");
  EXPECT_EQ(references(program), 1u);
  program.reset();
  auto its = info<cl_program>(clGetKernelInfo, one.get(), cl_kernel_info{CL_KERNEL_PROGRAM});
  EXPECT_EQ(references(its), 0u);
  EXPECT_EQ(sourceOf(its), kSource);
  auto out = buffer<int>(1);
  one.setArgs(out);
  enqueue(one, 1);
  EXPECT_EQ(read(out)[0], 1);
}

} // namespace
} // namespace weft::test
