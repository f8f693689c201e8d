// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCompileProgram and clLinkProgram: OpenCL 3.0 API 5.8.5 Separate Compilation and Linking.
#include "support/eventually.h"
#include "support/opencl_test.h"

#include <atomic>

namespace weft::test {
namespace {

using ::testing::HasSubstr;

class Separate : public OpenClTest {
protected:
  Program compiled(const std::string &source, const char *options = nullptr) const {
    Program program = programWithSource(source);
    check(clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr),
          "clCompileProgram");
    return program;
  }
  Program link(std::vector<cl_program> inputs, const char *options = nullptr) const {
    return created("clLinkProgram", [&](cl_int *status) {
      return clLinkProgram(context(), 0, nullptr, options, cl_uint(inputs.size()), inputs.data(),
                           nullptr, nullptr, status);
    });
  }
  cl_program_binary_type typeOf(cl_program program) const {
    return buildInfo<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE);
  }
};

const char kCaller[] = "int callee(int x);\n"
                       "kernel void k(global int *out) { *out = callee(20); }\n";
const char kCallee[] = "int callee(int x) { return x + 1; }\n";

using ClCompileProgram = Separate;
using ClLinkProgram = Separate;

TEST_F(ClCompileProgram, MakesACompiledObject) {
  Program program = compiled(kCaller, "-DA=1");
  EXPECT_EQ(typeOf(program), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  EXPECT_EQ(buildInfo<std::string>(program, CL_PROGRAM_BUILD_OPTIONS), "-DA=1");
  EXPECT_CL(CL_INVALID_PROGRAM_EXECUTABLE,
            creationStatus([&](cl_int *status) { return clCreateKernel(program, "k", status); }));
  size_t count;
  EXPECT_CL(CL_INVALID_PROGRAM_EXECUTABLE,
            clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, nullptr));
}

TEST_F(ClCompileProgram, IncludesProgramsAsHeaders) {
  Program a = programWithSource("#define A 30\n#include \"deep/b.h\"\n");
  Program b = programWithSource("#define B 4\n");
  Program main = programWithSource("#include \"a.h\"\n"
                                   "#include <deep/b.h>\n"
                                   "kernel void k(global int *out) { *out = A + B; }\n");
  cl_program headers[] = {a, b};
  const char *names[] = {"a.h", "deep/b.h"};
  ASSERT_SUCCESS(clCompileProgram(main, 0, nullptr, nullptr, 2, headers, names, nullptr, nullptr));
  EXPECT_EQ(valueOf(link({main})), 34);
}

TEST_F(ClCompileProgram, AnErrorIsInTheLog) {
  Program program = programWithSource("#include \"nowhere.h\"\n");
  EXPECT_CL(CL_COMPILE_PROGRAM_FAILURE,
            clCompileProgram(program, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr));
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
  EXPECT_THAT(buildLog(program), HasSubstr("nowhere.h"));
}

TEST_F(ClCompileProgram, RefusesWhatTheSpecificationDoes) {
  Program program = programWithSource("kernel void k() {}");
  Program header = programWithSource("");
  cl_program headers[] = {header}, garbage[] = {nullptr};
  const char *names[] = {"a.h"};
  cl_device_id target = device(), noDevice = nullptr;
  int user = 0;
  auto statusOf = [&](cl_program of, cl_uint devices, const cl_device_id *list, cl_uint count,
                      const cl_program *headers, const char **names, void *user) {
    return clCompileProgram(of, devices, list, nullptr, count, headers, names, nullptr, user);
  };
  EXPECT_CL(CL_INVALID_PROGRAM, statusOf(nullptr, 0, nullptr, 0, nullptr, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(program, 1, nullptr, 0, nullptr, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(program, 0, &target, 0, nullptr, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_DEVICE, statusOf(program, 1, &noDevice, 0, nullptr, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(program, 0, nullptr, 1, nullptr, names, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(program, 0, nullptr, 1, headers, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(program, 0, nullptr, 0, headers, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(program, 0, nullptr, 0, nullptr, names, nullptr));
  EXPECT_CL(CL_INVALID_PROGRAM, statusOf(program, 0, nullptr, 1, garbage, names, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(program, 0, nullptr, 0, nullptr, nullptr, &user));
  // A program of another context as a header.
  Context other = otherContext();
  const char *text = "";
  Program foreign = created("clCreateProgramWithSource", [&](cl_int *status) {
    return clCreateProgramWithSource(other, 1, &text, nullptr, status);
  });
  cl_program foreigners[] = {foreign};
  EXPECT_CL(CL_INVALID_CONTEXT, statusOf(program, 0, nullptr, 1, foreigners, names, nullptr));
  // A program without source.
  Program linked = link({compiled("kernel void k() {}")});
  EXPECT_CL(CL_INVALID_OPERATION, statusOf(linked, 0, nullptr, 0, nullptr, nullptr, nullptr));
}

TEST_F(ClLinkProgram, ResolvesCallsBetweenObjects) {
  Program linked = link({compiled(kCaller), compiled(kCallee)});
  EXPECT_EQ(typeOf(linked), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  EXPECT_EQ(valueOf(linked), 21);
  EXPECT_EQ(info<std::string>(clGetProgramInfo, linked.get(), cl_program_info{CL_PROGRAM_SOURCE}),
            "");
}

// API 5.9.4 clGetKernelArgInfo: "[...] specified in the options argument to clBuildProgram or
// clCompileProgram".
TEST_F(ClLinkProgram, KeepsTheArgumentInformationOfEachObject) {
  Program callee = compiled(kCallee), caller = compiled(kCaller, "-cl-kernel-arg-info");
  Program other = compiled("kernel void other(global int *out) { *out = 1; }");
  Program program = link({callee, caller, other});
  EXPECT_EQ(info<std::string>(clGetKernelArgInfo, kernel(program, "k").get(), cl_uint(0),
                              cl_kernel_arg_info{CL_KERNEL_ARG_NAME}),
            "out");
  char name[16];
  EXPECT_CL(CL_KERNEL_ARG_INFO_NOT_AVAILABLE,
            clGetKernelArgInfo(kernel(program, "other"), 0, CL_KERNEL_ARG_NAME, sizeof name, name,
                               nullptr));
}

// API 5.10: work-groups may differ in size where "all input programs [...] support non-uniform
// work-groups".
TEST_F(ClLinkProgram, GroupsAreUniformWhereOneObjectWantsThem) {
  auto launch = [&](const char *calleeOptions, const char *callerOptions) {
    Program callee = compiled(kCallee, calleeOptions), caller = compiled(kCaller, callerOptions);
    Program program = link({callee, caller});
    Kernel k = kernel(program, "k");
    auto out = buffer<int>(1);
    k.setArgs(out);
    const size_t global = 10, local = 4;
    return clEnqueueNDRangeKernel(queue(), k, 1, nullptr, &global, &local, 0, nullptr, nullptr);
  };
  const char *uniform = "-cl-std=CL3.0 -cl-uniform-work-group-size";
  EXPECT_CL(CL_SUCCESS, launch("-cl-std=CL3.0", "-cl-std=CL3.0"));
  EXPECT_CL(CL_INVALID_WORK_GROUP_SIZE, launch("-cl-std=CL3.0", "-cl-std=CL1.2"));
  EXPECT_CL(CL_INVALID_WORK_GROUP_SIZE, launch("-cl-std=CL1.2", "-cl-std=CL3.0"));
  EXPECT_CL(CL_INVALID_WORK_GROUP_SIZE, launch("-cl-std=CL3.0", uniform));
  EXPECT_CL(CL_INVALID_WORK_GROUP_SIZE, launch(uniform, "-cl-std=CL3.0"));
  finish();
}

TEST_F(ClLinkProgram, MakesALibraryAndLinksIt) {
  Program library = link({compiled(kCallee)}, "-create-library");
  EXPECT_EQ(typeOf(library), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_LIBRARY));
  EXPECT_CL(CL_INVALID_PROGRAM_EXECUTABLE,
            creationStatus([&](cl_int *status) { return clCreateKernel(library, "k", status); }));
  EXPECT_EQ(valueOf(link({compiled(kCaller), library})), 21);
  Program tuned = link({compiled(kCallee)}, "-create-library -enable-link-options");
  EXPECT_EQ(valueOf(link({compiled(kCaller), tuned}, "-cl-fast-relaxed-math")), 21);
}

TEST_F(ClLinkProgram, KeepsTheKernelsOfAllObjects) {
  Program linked = link({compiled("kernel void a(global int *out) { *out = 5; }"),
                         compiled("kernel void b(global int *out) { *out = 6; }")});
  EXPECT_EQ(valueOf(linked, "a"), 5);
  EXPECT_EQ(valueOf(linked, "b"), 6);
}

TEST_F(ClLinkProgram, AFailureReturnsAProgramWithALog) {
  Program caller = compiled(kCaller);
  cl_program input = caller;
  cl_int status = 1;
  Program linked(
      clLinkProgram(context(), 0, nullptr, nullptr, 1, &input, nullptr, nullptr, &status));
  EXPECT_CL(CL_LINK_PROGRAM_FAILURE, status);
  ASSERT_NE(linked.get(), nullptr);
  EXPECT_EQ(buildInfo<cl_build_status>(linked, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
  EXPECT_THAT(buildLog(linked), HasSubstr("callee"));
}

struct Linked {
  std::atomic<cl_program> program{nullptr};
};
void CL_CALLBACK linkedCallback(cl_program program, void *userData) {
  static_cast<Linked *>(userData)->program = program;
}

TEST_F(ClLinkProgram, TheCallbackGetsTheProgramReturned) {
  Program object = compiled("kernel void k(global int *out) { *out = 9; }");
  cl_program input = object;
  Linked done;
  Program linked = created("clLinkProgram", [&](cl_int *status) {
    return clLinkProgram(context(), 0, nullptr, nullptr, 1, &input, linkedCallback, &done, status);
  });
  EXPECT_TRUE(eventually([&] { return done.program != nullptr; }));
  EXPECT_EQ(done.program, linked.get());
  EXPECT_EQ(valueOf(linked), 9);
}

TEST_F(ClLinkProgram, RefusesWhatTheSpecificationDoes) {
  Program object = compiled("kernel void k() {}");
  cl_program input = object, garbage = nullptr;
  cl_device_id target = device(), noDevice = nullptr;
  int user = 0;
  auto statusOf = [&](cl_context context, cl_uint devices, const cl_device_id *list,
                      const char *options, cl_uint count, const cl_program *inputs, void *user) {
    return creationStatus([&](cl_int *status) {
      return clLinkProgram(context, devices, list, options, count, inputs, nullptr, user, status);
    });
  };
  EXPECT_CL(CL_INVALID_CONTEXT, statusOf(nullptr, 0, nullptr, nullptr, 1, &input, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(context(), 1, nullptr, nullptr, 1, &input, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(context(), 0, &target, nullptr, 1, &input, nullptr));
  EXPECT_CL(CL_INVALID_DEVICE, statusOf(context(), 1, &noDevice, nullptr, 1, &input, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(context(), 0, nullptr, nullptr, 0, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(context(), 0, nullptr, nullptr, 0, &input, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(context(), 0, nullptr, nullptr, 1, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_PROGRAM, statusOf(context(), 0, nullptr, nullptr, 1, &garbage, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, statusOf(context(), 0, nullptr, nullptr, 1, &input, &user));
  EXPECT_CL(CL_INVALID_LINKER_OPTIONS,
            statusOf(context(), 0, nullptr, "-no-such-option", 1, &input, nullptr));
  Context other = otherContext();
  EXPECT_CL(CL_INVALID_CONTEXT, statusOf(other, 0, nullptr, nullptr, 1, &input, nullptr));
  // "All programs ... contain a compiled binary or library for the device", or none does.
  Program raw = programWithSource("kernel void other() {}");
  cl_program mixed[] = {object, raw};
  EXPECT_CL(CL_INVALID_OPERATION, statusOf(context(), 0, nullptr, nullptr, 2, mixed, nullptr));
}

} // namespace
} // namespace weft::test
