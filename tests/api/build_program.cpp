// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clBuildProgram and what clGetProgramInfo and clGetProgramBuildInfo say afterwards: OpenCL 3.0 API
// 5.8.4 Building Program Executables, 5.8.8 Program Object Queries.
#include "support/opencl_test.h"

#include <atomic>
#include <thread>

namespace weft::test {
namespace {

using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

const char kSource[] = "kernel void one(global int *out) { *out = 1; }\n"
                       "kernel void two(global int *out) { *out = VALUE; }\n";
const char kBroken[] = "kernel void broken(global int *out) {\n  *out = nothing;\n}\n";

class ClBuildProgram : public OpenClTest {
protected:
  template <class T> T buildInfo(cl_program program, cl_program_build_info name) const {
    return info<T>(clGetProgramBuildInfo, program, device(), name);
  }
  cl_build_status buildStatus(cl_program program) const {
    return buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS);
  }
};

TEST_F(ClBuildProgram, MakesAnExecutable) {
  Program program = programWithSource(kSource);
  EXPECT_EQ(buildStatus(program), CL_BUILD_NONE);
  EXPECT_EQ(buildInfo<std::string>(program, CL_PROGRAM_BUILD_OPTIONS), "");
  EXPECT_EQ(buildInfo<std::string>(program, CL_PROGRAM_BUILD_LOG), "");
  EXPECT_EQ(buildInfo<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_NONE));
  ASSERT_SUCCESS(clBuildProgram(program, 0, nullptr, "-DVALUE=2", nullptr, nullptr));
  EXPECT_EQ(buildStatus(program), CL_BUILD_SUCCESS);
  EXPECT_EQ(buildInfo<std::string>(program, CL_PROGRAM_BUILD_OPTIONS), "-DVALUE=2");
  EXPECT_EQ(buildInfo<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  Kernel two = kernel(program, "two");
  auto out = buffer<int>(1);
  two.setArgs(out);
  enqueue(two, 1);
  EXPECT_EQ(read(out)[0], 2);
}

TEST_F(ClBuildProgram, ListsTheKernels) {
  Program program = buildProgram(kSource, "-DVALUE=2");
  EXPECT_EQ(info<size_t>(clGetProgramInfo, program.get(), cl_program_info{CL_PROGRAM_NUM_KERNELS}),
            2u);
  EXPECT_EQ(
      info<std::string>(clGetProgramInfo, program.get(), cl_program_info{CL_PROGRAM_KERNEL_NAMES}),
      "one;two");
  for (cl_program_info name :
       {CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT})
    EXPECT_EQ(info<cl_bool>(clGetProgramInfo, program.get(), name), cl_bool(CL_FALSE));
}

TEST_F(ClBuildProgram, AnErrorIsInTheLogWithItsPlace) {
  Program program = programWithSource(kBroken);
  ASSERT_CL(CL_BUILD_PROGRAM_FAILURE,
            clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  EXPECT_EQ(buildStatus(program), CL_BUILD_ERROR);
  std::string log = buildInfo<std::string>(program, CL_PROGRAM_BUILD_LOG);
  EXPECT_THAT(log, HasSubstr("nothing"));
  EXPECT_THAT(log, HasSubstr(":2:10"));
  EXPECT_THAT(log, HasSubstr("^"));
  EXPECT_EQ(buildInfo<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_NONE));
  EXPECT_CL(CL_INVALID_PROGRAM_EXECUTABLE, creationStatus([&](cl_int *status) {
              return clCreateKernel(program, "broken", status);
            }));
}

TEST_F(ClBuildProgram, ABuildAfterAFailureStartsAfresh) {
  Program program = programWithSource(kSource);
  ASSERT_CL(CL_BUILD_PROGRAM_FAILURE,
            clBuildProgram(program, 0, nullptr, "-DVALUE=nonsense", nullptr, nullptr));
  ASSERT_SUCCESS(clBuildProgram(program, 0, nullptr, "-DVALUE=3", nullptr, nullptr));
  EXPECT_EQ(buildInfo<std::string>(program, CL_PROGRAM_BUILD_LOG), "");
  Kernel two = kernel(program, "two");
  auto out = buffer<int>(1);
  two.setArgs(out);
  enqueue(two, 1);
  EXPECT_EQ(read(out)[0], 3);
}

TEST_F(ClBuildProgram, ANewBuildReplacesTheOldOne) {
  Program program = programWithSource(kSource);
  auto out = buffer<int>(1);
  for (int value : {4, 5, 6}) {
    std::string options = "-DVALUE=" + std::to_string(value);
    ASSERT_SUCCESS(clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr));
    Kernel two = kernel(program, "two");
    two.setArgs(out);
    enqueue(two, 1);
    EXPECT_EQ(read(out)[0], value);
  }
}

TEST_F(ClBuildProgram, IsRefusedWhileKernelsAreAttached) {
  Program program = buildProgram(kSource, "-DVALUE=2");
  Kernel two = kernel(program, "two");
  EXPECT_CL(CL_INVALID_OPERATION,
            clBuildProgram(program, 0, nullptr, "-DVALUE=3", nullptr, nullptr));
  EXPECT_CL(CL_INVALID_OPERATION, clCompileProgram(program, 0, nullptr, "-DVALUE=3", 0, nullptr,
                                                   nullptr, nullptr, nullptr));
  EXPECT_EQ(buildStatus(program), CL_BUILD_SUCCESS);
  two.reset();
  EXPECT_SUCCESS(clBuildProgram(program, 0, nullptr, "-DVALUE=3", nullptr, nullptr));
}

TEST_F(ClBuildProgram, InvalidOptionsAreNamed) {
  Program program = programWithSource(kSource);
  for (const char *options : {"-no-such-option", "-cl-std=CL9.9", "-DVALUE=2 -cl-nonsense"}) {
    EXPECT_CL(CL_INVALID_BUILD_OPTIONS,
              clBuildProgram(program, 0, nullptr, options, nullptr, nullptr))
        << options;
    EXPECT_CL(CL_INVALID_COMPILER_OPTIONS,
              clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr))
        << options;
  }
}

TEST_F(ClBuildProgram, RefusesWhatTheSpecificationDoes) {
  Program program = programWithSource("kernel void k() {}");
  cl_device_id target = device(), garbage = nullptr;
  int user = 0;
  EXPECT_CL(CL_INVALID_PROGRAM, clBuildProgram(nullptr, 0, nullptr, nullptr, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, clBuildProgram(program, 1, nullptr, nullptr, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, clBuildProgram(program, 0, &target, nullptr, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, clBuildProgram(program, 0, nullptr, nullptr, nullptr, &user));
  EXPECT_CL(CL_INVALID_DEVICE, clBuildProgram(program, 1, &garbage, nullptr, nullptr, nullptr));
  EXPECT_EQ(buildStatus(program), CL_BUILD_NONE);
}

struct Notified {
  std::atomic<cl_program> program{nullptr};
  std::atomic<int> status{12345};
  cl_device_id device = nullptr;
  void wait() {
    for (int i = 0; i < 20000 && !program; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
};

void CL_CALLBACK notified(cl_program program, void *userData) {
  auto &to = *static_cast<Notified *>(userData);
  cl_build_status status = CL_BUILD_NONE;
  clGetProgramBuildInfo(program, to.device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                        nullptr);
  to.status = status;
  to.program = program;
}

TEST_F(ClBuildProgram, TheCallbackSeesTheOutcome) {
  Notified good, bad;
  good.device = bad.device = device();
  Program program = programWithSource(kSource);
  ASSERT_SUCCESS(clBuildProgram(program, 0, nullptr, "-DVALUE=7", notified, &good));
  good.wait();
  ASSERT_EQ(good.program, program.get());
  EXPECT_EQ(good.status, CL_BUILD_SUCCESS);
  Kernel two = kernel(program, "two");
  auto out = buffer<int>(1);
  two.setArgs(out);
  enqueue(two, 1);
  EXPECT_EQ(read(out)[0], 7);

  Program broken = programWithSource(kBroken);
  ASSERT_SUCCESS(clBuildProgram(broken, 0, nullptr, nullptr, notified, &bad));
  bad.wait();
  ASSERT_EQ(bad.program, broken.get());
  EXPECT_EQ(bad.status, CL_BUILD_ERROR);
  EXPECT_THAT(buildInfo<std::string>(broken, CL_PROGRAM_BUILD_LOG), HasSubstr("nothing"));
}

TEST_F(ClBuildProgram, AProgramReleasedWhileItBuildsIsValidInTheCallback) {
  Notified done;
  done.device = device();
  Program program = programWithSource(kSource);
  cl_program handle = program;
  ASSERT_SUCCESS(clBuildProgram(program, 0, nullptr, "-DVALUE=8", notified, &done));
  program.reset();
  done.wait();
  EXPECT_EQ(done.program, handle);
  EXPECT_EQ(done.status, CL_BUILD_SUCCESS);
}

TEST_F(ClBuildProgram, ProgramsBuildInManyThreadsAtOnce) {
  constexpr int kThreads = 4, kPrograms = 5;
  std::vector<std::thread> threads;
  std::vector<Program> programs(kThreads * kPrograms);
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      for (int i = t * kPrograms; i < (t + 1) * kPrograms; ++i)
        programs[i] = buildProgram(kSource, ("-DVALUE=" + std::to_string(1000 + i)).c_str());
    });
  for (std::thread &thread : threads)
    thread.join();
  auto out = buffer<int>(1);
  for (int i = 0; i < kThreads * kPrograms; ++i) {
    Kernel two = kernel(programs[i], "two");
    two.setArgs(out);
    enqueue(two, 1);
    EXPECT_EQ(read(out)[0], 1000 + i);
  }
}

TEST_F(ClBuildProgram, ProgramScopeVariablesAreTheProgramsOwn) {
  if (!deviceInfo<size_t>(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE))
    GTEST_SKIP() << "the device has no program-scope variables";
  const char source[] = "global int counter = 10; global int big[1000];\n"
                        "kernel void count(global int *out) { *out = ++counter + big[500]; }";
  Program first = buildProgram(source), second = buildProgram(source);
  EXPECT_GE(buildInfo<size_t>(first, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE), 4004u);
  auto out = buffer<int>(1);
  auto countOf = [&](cl_program program) {
    Kernel count = kernel(program, "count");
    count.setArgs(out);
    enqueue(count, 1);
    return read(out)[0];
  };
  EXPECT_EQ(countOf(first), 11);
  EXPECT_EQ(countOf(first), 12); // another kernel object, the same program
  EXPECT_EQ(countOf(second), 11);
}

TEST_F(ClBuildProgram, AStoreThroughAPointerInAVariableIsSeenInTheVariable) {
  Program program = buildProgram(
      "int var; int array[2]; global int *pointer;\n"
      "kernel void point(uint i) { array[0] = 1; array[1] = 2; pointer = array + i; }\n"
      "kernel void store(global int *out, int v) {\n"
      "  *pointer = v; out[0] = var; out[1] = array[0]; out[2] = array[1]; }");
  auto out = buffer<int>(3);
  for (cl_uint i = 0; i < 2; ++i) {
    Kernel point = kernel(program, "point"), store = kernel(program, "store");
    point.setArgs(i);
    store.setArgs(out, 99);
    enqueue(point, 1);
    enqueue(store, 1);
    std::vector<int> expected = {0, 1, 2};
    expected[1 + i] = 99;
    EXPECT_EQ(read(out), expected);
  }
}

// A constant that points at a variable lies among the variables, and is written when they are.
TEST_F(ClBuildProgram, AConstructorReadsConstantsThatPointAtVariables) {
  Program program = buildProgram(
      "global int x; constant struct { global int *p; int v[4]; } c = {&x, {1, 2, 3, 4}};\n"
      "struct Sum { int of; Sum() : of(0) {\n"
      "  for (uint i = 0; i < get_work_dim() + 3; ++i) { of += c.v[i]; *c.p = of; } } };\n"
      "global Sum sum;\n"
      "kernel void read(global int *out) { out[0] = sum.of; out[1] = x; }",
      "-cl-std=CLC++2021");
  auto out = buffer<int>(2);
  Kernel read = kernel(program, "read");
  read.setArgs(out);
  enqueue(read, 1);
  EXPECT_EQ(this->read(out), (std::vector<int>{10, 10}));
}

using ClGetProgramInfo = ClBuildProgram;

TEST_F(ClGetProgramInfo, AnswersBeforeABuild) {
  Program program = programWithSource(kSource);
  auto ask = [&](cl_program_info name) {
    size_t size = 0;
    return clGetProgramInfo(program, name, 0, nullptr, &size);
  };
  EXPECT_EQ(info<cl_context>(clGetProgramInfo, program.get(), cl_program_info{CL_PROGRAM_CONTEXT}),
            context());
  EXPECT_EQ(info<cl_uint>(clGetProgramInfo, program.get(), cl_program_info{CL_PROGRAM_NUM_DEVICES}),
            1u);
  EXPECT_THAT(info<std::vector<cl_device_id>>(clGetProgramInfo, program.get(),
                                              cl_program_info{CL_PROGRAM_DEVICES}),
              UnorderedElementsAre(device()));
  EXPECT_THAT(info<std::vector<size_t>>(clGetProgramInfo, program.get(),
                                        cl_program_info{CL_PROGRAM_BINARY_SIZES}),
              UnorderedElementsAre(0u));
  size_t size = 77;
  char untouched = 'u';
  EXPECT_SUCCESS(clGetProgramInfo(program, CL_PROGRAM_IL, 1, &untouched, &size));
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(untouched, 'u');
  for (cl_program_info name :
       {CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_KERNEL_NAMES, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT,
        CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT})
    EXPECT_CL(CL_INVALID_PROGRAM_EXECUTABLE, ask(name));
}

TEST_F(ClGetProgramInfo, RefusesWhatTheSpecificationDoes) {
  Program program = programWithSource(kSource);
  cl_uint value;
  EXPECT_CL(CL_INVALID_PROGRAM,
            clGetProgramInfo(nullptr, CL_PROGRAM_NUM_DEVICES, sizeof value, &value, nullptr));
  EXPECT_CL(CL_INVALID_VALUE,
            clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof value - 1, &value, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, clGetProgramInfo(program, 0, sizeof value, &value, nullptr));
  EXPECT_CL(CL_INVALID_VALUE,
            clGetProgramInfo(program, CL_PROGRAM_BUILD_STATUS, sizeof value, &value, nullptr));

  EXPECT_CL(CL_INVALID_PROGRAM, clGetProgramBuildInfo(nullptr, device(), CL_PROGRAM_BUILD_STATUS,
                                                      sizeof value, &value, nullptr));
  EXPECT_CL(CL_INVALID_DEVICE, clGetProgramBuildInfo(program, nullptr, CL_PROGRAM_BUILD_STATUS,
                                                     sizeof value, &value, nullptr));
  EXPECT_CL(CL_INVALID_VALUE,
            clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_STATUS, 1, &value, nullptr));
  EXPECT_CL(CL_INVALID_VALUE,
            clGetProgramBuildInfo(program, device(), 0, sizeof value, &value, nullptr));
}

TEST_F(ClGetProgramInfo, BinariesGoOnlyToTheBuffersGiven) {
  Program program = buildProgram(kSource, "-DVALUE=2");
  unsigned char *none[] = {nullptr};
  EXPECT_SUCCESS(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof none, none, nullptr));
  EXPECT_CL(CL_INVALID_VALUE,
            clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof none - 1, none, nullptr));
  size_t size = 0;
  EXPECT_SUCCESS(clGetProgramInfo(program, CL_PROGRAM_BINARIES, 0, nullptr, &size));
  EXPECT_EQ(size, sizeof none);
}

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
