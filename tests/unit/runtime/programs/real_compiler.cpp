// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weftc itself: source that crashes it, never ends or exhausts memory is a failed build with a log,
// and the build after it succeeds.
#include "programs/compiler_location.h"
#include "programs/compiler_process.h"
#include "support/eventually.h"
#include "support/sanitizers.h"

#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>

#include <dirent.h>
#include <unistd.h>

namespace weft::runtime {
namespace {

using namespace std::chrono_literals;
using test::eventually;
using testing::HasSubstr;

class RealCompilerTest : public testing::Test {
protected:
  static CompilerLimits limits() {
    CompilerLimits limits;
    limits.time = 60s;
    return limits;
  }
  static CompileResult compile(CompilerProcess &process, const std::string &source) {
    CompileRequest request;
    request.source = source;
    return process.compile(request);
  }
  static void expectFailureThenSuccess(CompilerProcess &process, const std::string &source) {
    CompileResult result = compile(process, source);
    EXPECT_EQ(result.status, CompileStatus::BuildFailure);
    EXPECT_NE(result.log, "");
    result = compile(process, "kernel void k(global int *p) { *p = 1; }");
    EXPECT_EQ(result.status, CompileStatus::Success) << result.log;
    EXPECT_EQ(process.starts(), 1u);
  }
  std::string path = locateCompiler("").path;
  CompilerProcess weftc{path, limits()};

  void SetUp() override { ASSERT_NE(path, "") << "weftc is not in the build tree"; }
};

/// `length` doublings of `text`: more than a compiler can go through in a life.
std::string bomb(const std::string &text, int length = 60) {
  std::string source = "#define A0 " + text + "\n";
  for (int i = 1; i <= length; ++i)
    source += "#define A" + std::to_string(i) + " A" + std::to_string(i - 1) + " A" +
              std::to_string(i - 1) + "\n";
  return source;
}

TEST_F(RealCompilerTest, SourceThatCrashesClangFails) {
  for (const char *pragma : {"crash", "parser_crash", "llvm_fatal_error"})
    expectFailureThenSuccess(weftc, "#pragma clang __debug " + std::string(pragma) +
                                        "\nkernel void k() {}\n");
}

TEST_F(RealCompilerTest, SourceThatOverflowsTheStackFails) {
  expectFailureThenSuccess(weftc, "int x = " + std::string(2000000, '(') + "1;");
}

TEST_F(RealCompilerTest, SourceThatNeverEndsIsStopped) {
  CompilerLimits hasty = limits();
  hasty.time = 1500ms;
  CompilerProcess process(path, hasty);
  CompileResult result = compile(process, bomb("+ 1") + "#if 1 A60\n#endif\nkernel void k() {}\n");
  EXPECT_EQ(result.status, CompileStatus::BuildFailure);
  EXPECT_THAT(result.log, HasSubstr("WEFT_BUILD_TIMEOUT"));
  CompilerProcess patient(path, limits());
  EXPECT_EQ(compile(patient, "kernel void k() {}").status, CompileStatus::Success);
}

TEST_F(RealCompilerTest, SourceThatExhaustsMemoryFails) {
  if (WEFT_TEST_SANITIZED)
    GTEST_SKIP() << "shadow memory exceeds any limit";
  CompilerLimits small = limits();
  small.memoryBytes = std::uint64_t(512) << 20;
  CompilerProcess process(path, small);
  expectFailureThenSuccess(process, bomb("x += 1;") + "kernel void k() { int x = 0; A60 }\n");
}

/// The processes that run the program, by their parents.
std::vector<pid_t> processesOf(const std::string &program) {
  std::vector<pid_t> found;
  DIR *all = ::opendir("/proc");
  while (const dirent *entry = ::readdir(all)) {
    pid_t process = pid_t(std::atol(entry->d_name));
    char target[4096];
    ssize_t length = -1;
    if (process > 0)
      length = ::readlink(("/proc/" + std::string(entry->d_name) + "/exe").c_str(), target,
                          sizeof target);
    if (length > 0 && std::string(target, size_t(length)) == program)
      found.push_back(process);
  }
  ::closedir(all);
  return found;
}

TEST_F(RealCompilerTest, AllItsProcessesEndWithAStoppedBuild) {
  // A copy, to tell our processes from those of tests that run beside this one.
  std::string copy = "/tmp/weftc-copy-" + std::to_string(::getpid());
  ASSERT_EQ(0, std::system(("cp " + path + " " + copy).c_str()));
  CompilerLimits hasty = limits();
  hasty.time = 500ms;
  {
    CompilerProcess process(copy, hasty);
    CompileResult result = compile(process, bomb("+ 1") + "#if 1 A60\n#endif\n");
    EXPECT_THAT(result.log, HasSubstr("WEFT_BUILD_TIMEOUT"));
    EXPECT_TRUE(eventually([&] { return processesOf(copy).size() == 1; })); // the server
  }
  EXPECT_TRUE(eventually([&] { return processesOf(copy).empty(); }));
  ::unlink(copy.c_str());
}

TEST_F(RealCompilerTest, ABuildWhoseProcessesAreKilledFailsOrIsDoneAgain) {
  std::string copy = "/tmp/weftc-copy-" + std::to_string(::getpid());
  ASSERT_EQ(0, std::system(("cp " + path + " " + copy).c_str()));
  CompilerLimits hasty = limits();
  hasty.time = 5s;
  CompilerProcess process(copy, hasty);
  std::thread killer([&] {
    std::this_thread::sleep_for(300ms);
    for (pid_t each : processesOf(copy))
      ::kill(each, SIGKILL);
  });
  // It never ends by itself: killed once with its server, it is tried again, and then stopped.
  CompileResult result = compile(process, bomb("+ 1") + "#if 1 A60\n#endif\n");
  killer.join();
  EXPECT_EQ(result.status, CompileStatus::BuildFailure);
  EXPECT_NE(result.log, "");
  EXPECT_EQ(compile(process, "kernel void k() {}").status, CompileStatus::Success);
  ::unlink(copy.c_str());
}

} // namespace
} // namespace weft::runtime
