// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clBuildProgram and what clGetProgramBuildInfo says afterwards: OpenCL 3.0 API 5.8.4 Building
// Program Executables.
#include "support/eventually.h"
#include "support/opencl_test.h"

#include <atomic>
#include <thread>

namespace weft::test {
namespace {

using ::testing::HasSubstr;

const char kSource[] = "kernel void one(global int *out) { *out = 1; }\n"
                       "kernel void two(global int *out) { *out = VALUE; }\n";
const char kBroken[] = "kernel void broken(global int *out) {\n  *out = nothing;\n}\n";

class ClBuildProgram : public OpenClTest {
protected:
  cl_build_status buildStatus(cl_program program) const {
    return buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS);
  }
};

TEST_F(ClBuildProgram, MakesAnExecutable) {
  Program program = programWithSource(kSource);
  EXPECT_EQ(buildStatus(program), CL_BUILD_NONE);
  EXPECT_EQ(buildInfo<std::string>(program, CL_PROGRAM_BUILD_OPTIONS), "");
  EXPECT_EQ(buildLog(program), "");
  EXPECT_EQ(buildInfo<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_NONE));
  ASSERT_SUCCESS(clBuildProgram(program, 0, nullptr, "-DVALUE=2", nullptr, nullptr));
  EXPECT_EQ(buildStatus(program), CL_BUILD_SUCCESS);
  EXPECT_EQ(buildInfo<std::string>(program, CL_PROGRAM_BUILD_OPTIONS), "-DVALUE=2");
  EXPECT_EQ(buildInfo<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  EXPECT_EQ(valueOf(program, "two"), 2);
}

TEST_F(ClBuildProgram, AnErrorIsInTheLogWithItsPlace) {
  Program program = programWithSource(kBroken);
  ASSERT_CL(CL_BUILD_PROGRAM_FAILURE,
            clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  EXPECT_EQ(buildStatus(program), CL_BUILD_ERROR);
  std::string log = buildLog(program);
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
  EXPECT_EQ(buildLog(program), "");
  EXPECT_EQ(valueOf(program, "two"), 3);
}

TEST_F(ClBuildProgram, ANewBuildReplacesTheOldOne) {
  Program program = programWithSource(kSource);
  for (int value : {4, 5, 6}) {
    std::string options = "-DVALUE=" + std::to_string(value);
    ASSERT_SUCCESS(clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr));
    EXPECT_EQ(valueOf(program, "two"), value);
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
    EXPECT_TRUE(eventually([&] { return program != nullptr; }));
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
  EXPECT_EQ(valueOf(program, "two"), 7);

  Program broken = programWithSource(kBroken);
  ASSERT_SUCCESS(clBuildProgram(broken, 0, nullptr, nullptr, notified, &bad));
  bad.wait();
  ASSERT_EQ(bad.program, broken.get());
  EXPECT_EQ(bad.status, CL_BUILD_ERROR);
  EXPECT_THAT(buildLog(broken), HasSubstr("nothing"));
}

// "If pfn_notify is not NULL, [the call] can return immediately once the build operation can
// begin", which takes options that are valid.
TEST_F(ClBuildProgram, InvalidOptionsAreRefusedByTheCallThatHasACallback) {
  static std::atomic<int> calls;
  calls = 0;
  auto count = [](cl_program, void *) { ++calls; };
  Program program = programWithSource(kSource);
  EXPECT_CL(CL_INVALID_BUILD_OPTIONS,
            clBuildProgram(program, 0, nullptr, "-DVALUE=2 -no-such-option", count, nullptr));
  EXPECT_EQ(buildStatus(program), CL_BUILD_ERROR);
  EXPECT_THAT(buildLog(program), HasSubstr("-no-such-option"));
  EXPECT_CL(CL_INVALID_COMPILER_OPTIONS, clCompileProgram(program, 0, nullptr, "-cl-std=CL9.9", 0,
                                                          nullptr, nullptr, count, nullptr));
  Program object = programWithSource("int f(int x) { return x; }");
  ASSERT_SUCCESS(clCompileProgram(object, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr));
  cl_program inputs[] = {object};
  cl_int status = CL_SUCCESS;
  EXPECT_EQ(clLinkProgram(context(), 0, nullptr, "-DA=1", 1, inputs, count, nullptr, &status),
            nullptr);
  EXPECT_CL(CL_INVALID_LINKER_OPTIONS, status);
  EXPECT_EQ(calls, 0) << "a build that cannot begin does not end either";
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
  for (int i = 0; i < kThreads * kPrograms; ++i)
    EXPECT_EQ(valueOf(programs[i], "two"), 1000 + i);
}

} // namespace
} // namespace weft::test
