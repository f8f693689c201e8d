// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler is a program of its own, which an application must not notice: whatever it does to
// its processes and descriptors, and whatever its source does to the compiler, builds fail with a
// log or simply work. (tests/unit/runtime/programs has the details, below the API.)
#include "support/fork.h"
#include "support/opencl_test.h"

#include <cstdlib>
#include <thread>

#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace weft::test {
namespace {

using ::testing::HasSubstr;

class CompilerIsAProcess : public OpenClTest {
protected:
  /// No cache has it.
  std::string newSource(const std::string &text = "kernel void k(global int *p) { *p = 1; }") {
    timespec now;
    ::clock_gettime(CLOCK_REALTIME, &now);
    return text + "\n// " + std::to_string(::getpid()) + " " + std::to_string(now.tv_sec) + "." +
           std::to_string(now.tv_nsec) + " " + std::to_string(++count_) + "\n";
  }
  cl_int build(const std::string &source) {
    Program program = programWithSource(source);
    cl_int status = clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr);
    log_ = buildLog(program);
    return status;
  }
  cl_int buildNew() { return build(newSource()); }

  std::string log_;

private:
  int count_ = 0;
};

TEST_F(CompilerIsAProcess, SourceThatCrashesItIsABuildFailureWithALog) {
  for (const char *fault : {"crash", "parser_crash", "llvm_fatal_error"}) {
    EXPECT_CL(CL_BUILD_PROGRAM_FAILURE,
              build(newSource("#pragma clang __debug " + std::string(fault))));
    EXPECT_THAT(log_, HasSubstr("compiler"));
    EXPECT_SUCCESS(buildNew());
  }
}

TEST_F(CompilerIsAProcess, AnApplicationThatReapsEveryChildBuilds) {
  EXPECT_EQ(0, inFork([&] {
              if (buildNew() != CL_SUCCESS)
                return 1;
              return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD ? 0 : 2;
            }));
  EXPECT_EQ(0, inFork([&] {
              ::signal(SIGCHLD, SIG_IGN);
              return buildNew() == CL_SUCCESS ? 0 : 1;
            }));
}

TEST_F(CompilerIsAProcess, AnApplicationThatClosesAllDescriptorsBuilds) {
  EXPECT_EQ(0, inFork([&] {
              for (int i = 0; i < 3; ++i) {
                if (buildNew() != CL_SUCCESS)
                  return 1;
                ::close_range(3, ~0u, 0);
                int pair[2];
                if (::socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) != 0)
                  return 2;
              }
              return buildNew() == CL_SUCCESS ? 0 : 3;
            }));
}

TEST_F(CompilerIsAProcess, AnApplicationWithoutStandardStreamsBuilds) {
  EXPECT_EQ(0, inFork([&] {
              ::close_range(0, 2, 0);
              return buildNew() == CL_SUCCESS && buildNew() == CL_SUCCESS ? 0 : 1;
            }));
}

TEST_F(CompilerIsAProcess, AForkAndItsParentBothBuild) {
  ASSERT_SUCCESS(buildNew());
  std::thread beside([&] {
    for (int i = 0; i < 5; ++i)
      EXPECT_SUCCESS(clBuildProgram(programWithSource("kernel void beside() {}"), 0, nullptr,
                                    nullptr, nullptr, nullptr));
  });
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(0, inFork([&] {
                if (buildNew() != CL_SUCCESS)
                  return 1;
                // A grandchild, too.
                return inFork([&] { return buildNew() == CL_SUCCESS ? 0 : 1; }) ? 2 : 0;
              }));
    EXPECT_SUCCESS(buildNew());
  }
  beside.join();
}

TEST_F(CompilerIsAProcess, ItDoesNotHoldThePipesOfTheApplication) {
  int channel[2];
  ASSERT_EQ(::pipe(channel), 0);
  clUnloadPlatformCompiler(testPlatform());
  ASSERT_SUCCESS(buildNew()); // starts it while the pipe is open
  ::close(channel[1]);
  char byte;
  EXPECT_EQ(::read(channel[0], &byte, 1), 0);
  ::close(channel[0]);
}

TEST_F(CompilerIsAProcess, DeviceAndLibraryHaveItAvailable) {
  EXPECT_EQ(deviceInfo<cl_bool>(CL_DEVICE_COMPILER_AVAILABLE), cl_bool(CL_TRUE));
  EXPECT_EQ(deviceInfo<cl_bool>(CL_DEVICE_LINKER_AVAILABLE), cl_bool(CL_TRUE));
}

/// Variables are read once in a process, so a test that needs one runs itself again with it. True
/// in that second run; in the first, which this fails if the second did, there is nothing left to
/// do.
bool runsWith(const char *variable, const char *value) {
  const char *current = std::getenv(variable);
  if (current && std::string(current) == value)
    return true;
  const auto *test = testing::UnitTest::GetInstance()->current_test_info();
  std::string filter =
      std::string("--gtest_filter=") + test->test_suite_name() + "." + test->name();
  EXPECT_EQ(0, inFork([&] {
              ::setenv(variable, value, 1);
              ::execl("/proc/self/exe", "again", filter.c_str(), "--gtest_brief=1", nullptr);
              return 127;
            }))
      << "with " << variable << "=" << value;
  return false;
}

TEST_F(CompilerIsAProcess, SourceThatNeverEndsIsABuildFailureWithALog) {
  if (!runsWith("WEFT_BUILD_TIMEOUT", "3"))
    return;
  std::string source = "#define A0 + 1\n";
  for (int i = 1; i <= 60; ++i)
    source += "#define A" + std::to_string(i) + " A" + std::to_string(i - 1) + " A" +
              std::to_string(i - 1) + "\n";
  EXPECT_CL(CL_BUILD_PROGRAM_FAILURE, build(newSource(source + "#if 1 A60\n#endif")));
  EXPECT_THAT(log_, HasSubstr("WEFT_BUILD_TIMEOUT"));
  EXPECT_SUCCESS(buildNew());
}

TEST_F(CompilerIsAProcess, WithoutItTheDeviceSaysSo) {
  if (!runsWith("WEFT_COMPILER", "/nowhere/weftc"))
    return;
  EXPECT_EQ(deviceInfo<cl_bool>(CL_DEVICE_COMPILER_AVAILABLE), cl_bool(CL_FALSE));
  EXPECT_EQ(deviceInfo<cl_bool>(CL_DEVICE_LINKER_AVAILABLE), cl_bool(CL_FALSE));
  EXPECT_CL(CL_COMPILER_NOT_AVAILABLE, build("kernel void k() {}"));
  Program program = programWithSource("kernel void k() {}");
  EXPECT_CL(CL_COMPILER_NOT_AVAILABLE,
            clCompileProgram(program, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr));
  cl_program input = program;
  EXPECT_CL(CL_LINKER_NOT_AVAILABLE, creationStatus([&](cl_int *status) {
              return clLinkProgram(context(), 0, nullptr, nullptr, 1, &input, nullptr, nullptr,
                                   status);
            }));
}

} // namespace
} // namespace weft::test
