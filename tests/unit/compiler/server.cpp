// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fork server as libweft sees it (weft/compiler/protocol.h): whatever a compilation does, its
// end is told and the server serves on.
#include "support/eventually.h"
#include "support/sanitizers.h"
#include "weft/compiler/compile_request.h"
#include "weft/compiler/compile_result.h"
#include "weft/compiler/frame.h"
#include "weft/compiler/passed_descriptors.h"
#include "weft/compiler/protocol.h"
#include "weft/compiler/serialize.h"

#include <gmock/gmock.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <iterator>
#include <optional>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace testing;

namespace weft {
namespace {

/// One compilation, seen from the application.
struct Job {
  int stream = -1;
  int lifeline = -1;

  void send(const CompileRequest &request) const {
    ASSERT_TRUE(sendFrame(stream, serialize(request)));
  }

  /// Empty where the stream ends early.
  std::optional<CompileResult> receive() const {
    std::string bytes;
    if (!receiveFrame(stream, bytes))
      return {};
    CompileResult result;
    EXPECT_TRUE(deserialize(bytes, result));
    return result;
  }

  JobStatus status() const {
    JobStatus status{JobOutcome::NoChild, -1};
    EXPECT_EQ(recv(lifeline, &status, sizeof status, 0), ssize_t(sizeof status));
    return status;
  }
};

class CompilerServer : public Test {
protected:
  void SetUp() override {
    int pair[2];
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair), 0);
    server_ = fork();
    if (server_ == 0) {
      dup2(pair[1], kServerDescriptor);
      if (pair[1] == kServerDescriptor)
        fcntl(pair[1], F_SETFD, 0);
      execl(WEFT_WEFTC, WEFT_WEFTC, "--server", "3", nullptr);
      _exit(127);
    }
    close(pair[1]);
    control_ = pair[0];
  }

  void TearDown() override {
    close(control_);
    int status = 0;
    EXPECT_EQ(waitpid(server_, &status, 0), server_);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "the end of file ends the server";
  }

  Job start(JobStart message = {}) {
    int streams[2], lifelines[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, streams), 0);
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, lifelines), 0);
    EXPECT_TRUE(sendWithDescriptors(control_, message, JobDescriptors{streams[1], lifelines[1]}));
    close(streams[1]);
    close(lifelines[1]);
    return {streams[0], lifelines[0]};
  }

  static CompileRequest source(const std::string &text) {
    CompileRequest request;
    request.action = CompileAction::Compile;
    request.workingDirectory = "/";
    request.source = text;
    return request;
  }

  void expectServes() {
    Job job = start();
    job.send(source("kernel void k(global int *a) { a[0] = 1; }"));
    auto result = job.receive();
    ASSERT_TRUE(result);
    EXPECT_EQ(result->status, CompileStatus::Success) << result->log;
    EXPECT_EQ(job.status().outcome, JobOutcome::Exited);
    finish(job);
  }

  /// The processes of the server.
  std::vector<pid_t> children() const {
    std::string number = std::to_string(server_);
    std::ifstream list("/proc/" + number + "/task/" + number + "/children");
    return {std::istream_iterator<pid_t>(list), std::istream_iterator<pid_t>()};
  }

  static void finish(const Job &job) {
    close(job.stream);
    close(job.lifeline);
  }

  pid_t server_ = -1;
  int control_ = -1;
};

TEST_F(CompilerServer, CompilesAndTellsTheEnd) {
  Job job = start();
  job.send(source("kernel void k(global int *a) { a[0] = 1; }"));
  auto result = job.receive();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->status, CompileStatus::Success) << result->log;
  EXPECT_EQ(result->kind, BinaryKind::CompiledObject);
  EXPECT_THAT(result->kernelIR, Not(IsEmpty()));
  JobStatus status = job.status();
  EXPECT_EQ(status.outcome, JobOutcome::Exited);
  EXPECT_EQ(status.value, 0);
  char nothing;
  EXPECT_EQ(recv(job.lifeline, &nothing, 1, 0), 0) << "closed behind the status";
  finish(job);
}

TEST_F(CompilerServer, CompilesSeveralAtOnce) {
  std::vector<Job> jobs;
  for (int i = 0; i < 8; ++i)
    jobs.push_back(start());
  // The last one first: no job waits for another.
  for (auto job = jobs.rbegin(); job != jobs.rend(); ++job) {
    job->send(source("kernel void k(global int *a) { a[0] = 1; }"));
    ASSERT_TRUE(job->receive());
  }
  for (Job &job : jobs) {
    EXPECT_EQ(job.status().outcome, JobOutcome::Exited);
    finish(job);
  }
}

// A process that has compiled a program compiles the next one, and nothing of the first shows.
TEST_F(CompilerServer, TheNextJobGoesToAChildThatIsDone) {
  std::vector<CompileRequest> requests = {
      source("struct S { int a; float b; }; kernel void k(global struct S *s) { s[0].a = 1; }"),
      source("kernel void k() { undeclared(); }"),
      source("struct S { float x[3]; }; global int v = 3;"
             "kernel void m(global float *a, struct S s) { a[v] = sin(a[0]) + s.x[1]; }"),
      source("kernel void k(global float *a, local float *l) { l[get_local_id(0)] = a[0];"
             " barrier(CLK_LOCAL_MEM_FENCE); a[get_global_id(0)] = l[0]; }")};
  for (CompileRequest &request : requests)
    request.action = CompileAction::Build;
  std::vector<Job> jobs;
  for (size_t i = 0; i < requests.size(); ++i)
    jobs.push_back(start()); // all at once: a process for each
  std::vector<CompileResult> expected;
  for (size_t i = 0; i < jobs.size(); ++i) {
    jobs[i].send(requests[i]);
    auto result = jobs[i].receive();
    ASSERT_TRUE(result);
    expected.push_back(*result);
    jobs[i].status();
    finish(jobs[i]);
  }
  std::vector<pid_t> process;
  for (size_t i = 0; i < 3 * requests.size(); ++i) {
    const size_t which = i % requests.size();
    Job job = start();
    job.send(requests[which]);
    auto result = job.receive();
    ASSERT_TRUE(result);
    EXPECT_EQ(result->status, expected[which].status) << result->log;
    EXPECT_EQ(result->log, expected[which].log);
    EXPECT_EQ(result->object, expected[which].object)
        << "as from a process that did nothing before";
    EXPECT_EQ(job.status().outcome, JobOutcome::Exited);
    finish(job);
    if (i == 0) {
      // One is kept, the others are about to end.
      EXPECT_TRUE(test::eventually([&] { return children().size() <= 1; }));
      process = children();
    }
    EXPECT_EQ(children(), process);
  }
}

TEST_F(CompilerServer, SurvivesACrashOfClang) {
  Job job = start();
  job.send(source("#pragma clang __debug crash\nkernel void k() {}"));
  EXPECT_FALSE(job.receive());
  JobStatus status = job.status();
  EXPECT_EQ(status.outcome, JobOutcome::Signaled);
  finish(job);
  expectServes();
}

TEST_F(CompilerServer, TellsWhyLLVMGaveUp) {
  Job job = start();
  job.send(source("#pragma clang __debug llvm_fatal_error\nkernel void k() {}"));
  auto result = job.receive();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->status, CompileStatus::BuildFailure);
  EXPECT_THAT(result->log, HasSubstr("the compiler gave up"));
  finish(job);
  expectServes();
}

TEST_F(CompilerServer, KillsAnEndlessJobWhoseLifelineIsClosed) {
  Job job = start();
  // A recursion meant to overflow the stack, which an optimised Clang makes a loop of.
  job.send(source("#pragma clang __debug overflow_stack\nkernel void k() {}"));
  pollfd ended{job.stream, POLLIN, 0};
  ASSERT_EQ(poll(&ended, 1, 200), 0) << "it does not end by itself";
  close(job.lifeline);
  ASSERT_EQ(poll(&ended, 1, 10000), 1);
  EXPECT_FALSE(job.receive());
  close(job.stream);
  expectServes();
}

TEST_F(CompilerServer, MemoryHasALimit) {
  if (WEFT_TEST_SANITIZED)
    GTEST_SKIP() << "shadow memory exceeds any limit";
  JobStart message;
  message.memoryLimit = 600ull << 20;
  Job job = start(message);
  // Each macro doubles: 2^28 tokens.
  std::string text = "#define A0 1+1+1+1+1+1+1+1+\n";
  for (int i = 1; i < 26; ++i)
    text += "#define A" + std::to_string(i) + " A" + std::to_string(i - 1) + " A" +
            std::to_string(i - 1) + "\n";
  job.send(source(text + "constant int x = A25 0;\n"));
  auto result = job.receive();
  if (result) {
    EXPECT_EQ(result->status, CompileStatus::BuildFailure);
    EXPECT_THAT(result->log, HasSubstr("memory"));
  } else {
    EXPECT_EQ(job.status().outcome, JobOutcome::Signaled);
  }
  finish(job);
  expectServes();
}

TEST_F(CompilerServer, RefusesAnotherProtocol) {
  JobStart message;
  message.protocolVersion = kProtocolVersion + 1;
  Job job = start(message);
  JobStatus status = job.status();
  EXPECT_EQ(status.outcome, JobOutcome::Refused);
  EXPECT_EQ(status.value, std::int32_t(kProtocolVersion));
  finish(job);
  expectServes();
}

TEST_F(CompilerServer, EndsWithItsApplicationAndTakesItsChildrenAlong) {
  Job job = start();
  expectServes();
  close(control_);
  control_ = dup(STDIN_FILENO); // for TearDown to close
  pollfd ended{job.stream, POLLIN, 0};
  ASSERT_EQ(poll(&ended, 1, 10000), 1);
  EXPECT_FALSE(job.receive());
  finish(job);
}

} // namespace
} // namespace weft
