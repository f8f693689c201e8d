// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What applications do to processes and descriptors, and what happens to compilers. The compiler is
// tests/fakes/fake_weftc.cpp, which does as the source tells it.
#include "programs/compiler_process.h"

#include "support/error.h"
#include "support/eventually.h"
#include "support/fork.h"
#include "test_files.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include <fcntl.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weft::runtime {
namespace {

using namespace std::chrono_literals;
using test::eventually;
using test::inFork;
using test::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

CompilerLimits within(std::chrono::milliseconds time) {
  CompilerLimits limits;
  limits.time = time;
  return limits;
}

class CompilerProcessTest : public testing::Test {
protected:
  CompilerProcess compiler{test::tool("fake_weftc"), within(20s)};

  static CompileResult compileWith(CompilerProcess &process, const std::string &source) {
    CompileRequest request;
    request.source = source;
    return process.compile(request);
  }
  CompileResult compile(const std::string &source) { return compileWith(compiler, source); }
  pid_t server() { return pid_t(std::atol(compile("pid").log.c_str())); }
};

/// A process that is gone, or only waits for init to collect it.
bool isGone(pid_t process) {
  if (::kill(process, 0) != 0 && errno == ESRCH)
    return true;
  std::string status = test::contents("/proc/" + std::to_string(process) + "/stat");
  size_t name = status.rfind(')');
  return status.empty() || status.compare(name, 3, ") Z") == 0;
}

/// The file in which the fake compiler tells its process id.
bool isThere(const std::string &file) { return !test::contents(file).empty(); }

TEST_F(CompilerProcessTest, AnswersARequest) {
  CompileResult result = compile("echo hello");
  EXPECT_EQ(result.status, CompileStatus::Success);
  EXPECT_EQ(result.log, "hello");
}

TEST_F(CompilerProcessTest, IsStartedOnceForManyRequests) {
  EXPECT_EQ(compiler.starts(), 0u);
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(compile("echo again").log, "again");
  EXPECT_EQ(compiler.starts(), 1u);
}

TEST_F(CompilerProcessTest, CompilesForManyThreadsAtOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> right{0};
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i) {
        std::string text = std::to_string(t) + "-" + std::to_string(i);
        right += compile("echo " + text).log == text;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(right, 160);
  EXPECT_EQ(compiler.starts(), 1u);
}

TEST_F(CompilerProcessTest, RunsRequestsSideBySide) {
  TemporaryFolder folder;
  const std::vector<std::string> files = {folder / "a", folder / "b", folder / "c", folder / "d"};
  std::vector<std::thread> threads;
  for (const std::string &file : files)
    threads.emplace_back([&] { EXPECT_EQ(compile("wait " + file).log, "waited"); });
  // None of them ends before all run.
  EXPECT_TRUE(eventually([&] { return std::ranges::all_of(files, isThere); }));
  for (const std::string &file : files)
    std::filesystem::remove(file);
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(CompilerProcessTest, CarriesLargeRequestsAndAnswers) {
  EXPECT_EQ(compile("size 30000000").log.size(), 30000000u);
  EXPECT_EQ(compile("echo ok\n" + std::string(30000000, ' ')).log, "ok");
}

TEST_F(CompilerProcessTest, ACrashIsAFailureWithALogAndTheNextBuildSucceeds) {
  for (int signal : {SIGSEGV, SIGABRT, SIGFPE}) {
    CompileResult result = compile("signal " + std::to_string(signal));
    EXPECT_EQ(result.status, CompileStatus::BuildFailure);
    EXPECT_THAT(result.log, AllOf(HasSubstr("crashed"), HasSubstr(std::to_string(signal))));
  }
  EXPECT_THAT(compile("signal 9").log, HasSubstr("killed"));
  EXPECT_EQ(compile("echo alive").log, "alive");
  EXPECT_EQ(compiler.starts(), 1u);
}

TEST_F(CompilerProcessTest, AnExitWithoutAnAnswerIsAFailureWithALog) {
  EXPECT_THAT(compile("exit 3").log, HasSubstr("exit status 3"));
  EXPECT_THAT(compile("exit 0").log, HasSubstr("exit status 0"));
  EXPECT_EQ(compile("echo alive").log, "alive");
}

TEST_F(CompilerProcessTest, NonsenseIsAFailureWithALog) {
  CompileResult result = compile("garbage");
  EXPECT_EQ(result.status, CompileStatus::BuildFailure);
  EXPECT_THAT(result.log, HasSubstr("cannot be read"));
}

TEST_F(CompilerProcessTest, ABuildThatNeverEndsIsStoppedAndItsProcessKilled) {
  TemporaryFolder folder;
  CompilerProcess hasty(test::tool("fake_weftc"), within(1s));
  CompileResult result = compileWith(hasty, "wait " + (folder / "pid"));
  EXPECT_EQ(result.status, CompileStatus::BuildFailure);
  EXPECT_THAT(result.log, HasSubstr("WEFT_BUILD_TIMEOUT"));
  pid_t child = pid_t(std::atol(test::contents(folder / "pid").c_str()));
  ASSERT_GT(child, 0);
  EXPECT_TRUE(eventually([&] { return isGone(child); }));
  EXPECT_EQ(compileWith(hasty, "echo alive").log, "alive");
  EXPECT_EQ(hasty.starts(), 1u);
}

TEST_F(CompilerProcessTest, AChildThatClosesItsStreamAndStaysDoesNotHangTheBuild) {
  CompileResult result = compile("close");
  EXPECT_EQ(result.status, CompileStatus::BuildFailure);
}

TEST_F(CompilerProcessTest, IsStartedAgainAfterItWasKilledIdle) {
  for (int i = 0; i < 3; ++i) {
    pid_t before = server();
    ::kill(before, SIGKILL);
    EXPECT_TRUE(eventually([&] { return isGone(before); }));
    EXPECT_EQ(compile("echo alive").log, "alive");
  }
  EXPECT_EQ(compiler.starts(), 4u);
}

TEST_F(CompilerProcessTest, ABuildDuringWhichItIsKilledIsDoneAgain) {
  TemporaryFolder folder;
  const std::string file = folder / "pid";
  pid_t before = server();
  std::thread killer([&] {
    EXPECT_TRUE(eventually([&] { return isThere(file); }));
    std::string first = test::contents(file);
    ::kill(before, SIGKILL);
    // By the process that does it again.
    EXPECT_TRUE(eventually([&] { return isThere(file) && test::contents(file) != first; }));
    std::filesystem::remove(file);
  });
  EXPECT_EQ(compile("wait " + file).log, "waited");
  killer.join();
  EXPECT_NE(server(), before);
  EXPECT_EQ(compiler.starts(), 2u);
}

TEST_F(CompilerProcessTest, AMissingCompilerIsNotAvailable) {
  CompilerProcess missing("/nowhere/weftc", within(1s));
  try {
    compileWith(missing, "echo no");
    FAIL() << "a program that is not there was started";
  } catch (const Error &error) {
    EXPECT_EQ(error.status(), CL_COMPILER_NOT_AVAILABLE);
  }
}

TEST_F(CompilerProcessTest, ACompilerThatEndsAtOnceIsAFailureWithALog) {
  CompilerProcess useless("/bin/true", within(5s));
  CompileResult result = compileWith(useless, "echo no");
  EXPECT_EQ(result.status, CompileStatus::BuildFailure);
  EXPECT_THAT(result.log, HasSubstr("/bin/true"));
}

TEST_F(CompilerProcessTest, ACompilerOfAnotherVersionIsAFailureWithALog) {
  TemporaryFolder folder;
  std::filesystem::create_symlink(test::tool("fake_weftc"), folder / "refusing_weftc");
  CompilerProcess other(folder / "refusing_weftc", within(5s));
  EXPECT_THAT(compileWith(other, "echo no").log, HasSubstr("another version"));
}

TEST_F(CompilerProcessTest, StopEndsItUntilTheNextRequest) {
  pid_t before = server();
  compiler.stop();
  EXPECT_TRUE(eventually([&] { return isGone(before); }));
  EXPECT_EQ(compile("echo alive").log, "alive");
  EXPECT_EQ(compiler.starts(), 2u);
}

TEST_F(CompilerProcessTest, StopWaitsForNobodysBuild) {
  TemporaryFolder folder;
  const std::string file = folder / "pid";
  std::thread build([&] { EXPECT_EQ(compile("wait " + file).log, "waited"); });
  EXPECT_TRUE(eventually([&] { return isThere(file); }));
  compiler.stop();
  std::filesystem::remove(file);
  build.join();
  EXPECT_EQ(compiler.starts(), 1u);
}

TEST_F(CompilerProcessTest, HasNothingOfTheApplicationsState) {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGUSR1, SIG_IGN);
  sigset_t blocked, before;
  sigfillset(&blocked);
  ::pthread_sigmask(SIG_SETMASK, &blocked, &before);
  sched_param priority = {};
  ASSERT_EQ(::sched_setscheduler(0, SCHED_BATCH, &priority), 0); // needs no privilege
  ::setenv("LD_PRELOAD", "", 1);
  ::setenv("WEFT_TEST_SECRET", "1", 1);
  CompilerLimits limits = within(5s);
  limits.memoryBytes = std::uint64_t(1) << 46; // beyond what a sanitizer reserves
  CompilerProcess process(test::tool("fake_weftc"), limits);
  std::string text = compileWith(process, "process").log;
  ::sched_setscheduler(0, SCHED_OTHER, &priority);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  ::signal(SIGUSR1, SIG_DFL);
  ::unsetenv("LD_PRELOAD");
  ::unsetenv("WEFT_TEST_SECRET");
  EXPECT_THAT(text, StartsWith("session-leader 1\nfolder /\nmemory 70368744177664\npolicy 0\n"
                               "stream 1\nstream 1\nstream 1\n"));
  EXPECT_THAT(text, Not(HasSubstr("signal")));
  EXPECT_THAT(text, Not(HasSubstr("LD_PRELOAD")));
  EXPECT_THAT(text, Not(HasSubstr("WEFT_TEST_SECRET")));
}

TEST_F(CompilerProcessTest, AnApplicationThatReapsEveryChildSeesNone) {
  EXPECT_EQ(0, inFork([&] {
              if (compile("echo one").log != "one")
                return 1;
              if (::waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD)
                return 2; // a child of ours: while (wait(0) > 0) would block for ever
              return 0;
            }));
}

TEST_F(CompilerProcessTest, AnApplicationThatIgnoresItsChildrenCompiles) {
  EXPECT_EQ(0, inFork([&] {
              ::signal(SIGCHLD, SIG_IGN);
              return compile("echo one").log == "one" ? 0 : 1;
            }));
}

std::atomic<int> childSignals{0};

TEST_F(CompilerProcessTest, RaisesNoSigchld) {
  EXPECT_EQ(0, inFork([&] {
              ::signal(SIGCHLD, [](int) { ++childSignals; });
              if (compile("echo one").log != "one")
                return 1;
              return int(childSignals) * 2;
            }));
}

TEST_F(CompilerProcessTest, AnApplicationThatReapsInAThreadCompiles) {
  EXPECT_EQ(0, inFork([&] {
              std::atomic<bool> end{false};
              std::thread reaper([&] {
                while (!end)
                  if (::wait(nullptr) < 0)
                    std::this_thread::yield();
              });
              int wrong = 0;
              for (int i = 0; i < 20; ++i) {
                wrong += compile("echo one").log != "one";
                compiler.stop();
              }
              end = true;
              reaper.join();
              return wrong;
            }));
}

TEST_F(CompilerProcessTest, SurvivesThatAllDescriptorsAreClosed) {
  EXPECT_EQ(0, inFork([&] {
              TemporaryFolder folder;
              if (compile("echo one").log != "one")
                return 1;
              ::close_range(3, ~0u, 0);
              // The numbers are the application's now.
              int files[8];
              for (int i = 0; i < 8; ++i)
                files[i] = ::open((folder / std::to_string(i)).c_str(), O_CREAT | O_RDWR, 0600);
              if (compile("echo two").log != "two")
                return 2;
              compiler.stop();
              for (int i = 0; i < 8; ++i) {
                struct stat status;
                if (::fstat(files[i], &status) != 0 || status.st_size != 0)
                  return 3; // closed or written to by us
              }
              return compile("echo three").log == "three" ? 0 : 4;
            }));
}

TEST_F(CompilerProcessTest, ANumberThatBecameAnotherSocketIsLeftAlone) {
  EXPECT_EQ(0, inFork([&] {
              if (compile("echo one").log != "one")
                return 1;
              ::close_range(3, ~0u, 0);
              int pairs[8][2];
              for (auto &pair : pairs)
                if (::socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) != 0)
                  return 2;
              if (compile("echo two").log != "two")
                return 3;
              for (auto &pair : pairs) {
                char byte;
                if (::recv(pair[1], &byte, 1, MSG_DONTWAIT) != -1 || errno != EAGAIN)
                  return 4; // a message for a compiler, or an end of file
              }
              return 0;
            }));
}

TEST_F(CompilerProcessTest, AnApplicationWithoutStandardStreamsCompiles) {
  EXPECT_EQ(0, inFork([&] {
              ::close_range(0, 2, 0);
              if (compile("echo one").log != "one")
                return 1;
              // Whatever it prints must not end up in our sockets.
              for (int stream = 0; stream < 3; ++stream)
                if (::write(stream, "x", 1) != -1 || errno != EBADF)
                  return 2;
              return compile("echo two").log == "two" ? 0 : 3;
            }));
}

TEST_F(CompilerProcessTest, AForkStartsItsOwn) {
  pid_t parents = server();
  int channel[2];
  ASSERT_EQ(::pipe(channel), 0);
  EXPECT_EQ(0, inFork([&] {
              pid_t childs = server();
              (void)!::write(channel[1], &childs, sizeof childs);
              return childs == parents ? 1 : 0;
            }));
  pid_t childs = 0;
  ASSERT_EQ(::read(channel[0], &childs, sizeof childs), ssize_t(sizeof childs));
  ::close(channel[0]);
  ::close(channel[1]);
  // It ended with the process that it was for; ours did not.
  EXPECT_TRUE(eventually([&] { return isGone(childs); }));
  EXPECT_EQ(server(), parents);
}

TEST_F(CompilerProcessTest, AForkWhileAnotherThreadCompilesWorks) {
  std::atomic<bool> end{false};
  std::thread busy([&] {
    while (!end)
      EXPECT_EQ(compile("echo busy").log, "busy");
  });
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(0, inFork([&] { return compile("echo fork").log == "fork" ? 0 : 1; }));
  end = true;
  busy.join();
}

TEST_F(CompilerProcessTest, EndsWithItsApplicationThoughAForkOfThatLives) {
  int channel[2], hold[2];
  ASSERT_EQ(::pipe(channel), 0);
  ASSERT_EQ(::pipe(hold), 0);
  EXPECT_EQ(0, inFork([&] {
              pid_t mine = server();
              if (::fork() == 0) { // lives on, and has nothing to do with OpenCL
                ::close(hold[1]);
                char byte;
                (void)!::read(hold[0], &byte, 1);
                ::_exit(0);
              }
              (void)!::write(channel[1], &mine, sizeof mine);
              return 0;
            }));
  pid_t its = 0;
  ASSERT_EQ(::read(channel[0], &its, sizeof its), ssize_t(sizeof its));
  EXPECT_TRUE(eventually([&] { return isGone(its); }));
  for (int end : {channel[0], channel[1], hold[0], hold[1]})
    ::close(end);
}

TEST_F(CompilerProcessTest, DoesNotKeepThePipesOfTheApplicationOpen) {
  int channel[2];
  ASSERT_EQ(::pipe(channel), 0); // without close-on-exec
  EXPECT_EQ(compile("echo one").log, "one");
  ::close(channel[1]);
  char byte;
  EXPECT_EQ(::read(channel[0], &byte, 1), 0); // would block if weftc had the other end
  ::close(channel[0]);
}

TEST_F(CompilerProcessTest, LeavesNoDescriptorBehind) {
  auto count = [] {
    std::filesystem::directory_iterator begin("/proc/self/fd"), end;
    return std::distance(begin, end);
  };
  compile("echo warm");
  auto before = count();
  for (const char *source : {"echo one", "signal 11", "exit 1", "garbage"})
    compile(source);
  EXPECT_EQ(count(), before);
}

} // namespace
} // namespace weft::runtime
