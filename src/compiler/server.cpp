// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "server.h"

#include "compiler.h"
#include "descriptor.h"
#include "fatal_errors.h"
#include "job_line.h"
#include "weft/compiler/frame.h"
#include "weft/compiler/passed_descriptors.h"
#include "weft/compiler/protocol.h"
#include "weft/compiler/serialize.h"

#include <cerrno>
#include <csignal>
#include <list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weft::compiler {

namespace {

/// One request, one result.
bool answerRequest(Compiler &compiler, int stream) {
  // Not by the first diagnostic of a fault in the compiler, but as a fact in the build log.
  onFatalError([stream](const std::string &reason) {
    CompileResult failed;
    failed.log = "error: the compiler gave up: " + reason + "\n";
    sendFrame(stream, serialize(failed));
  });
  CompileRequest request;
  if (std::string bytes; !receiveFrame(stream, bytes) || !deserialize(bytes, request))
    return false;
  return sendFrame(stream, serialize(compiler.compile(request)));
}

/// A child's memory is not all given back between jobs.
bool hasGrownLarge() {
  constexpr long kKilobytes = 400 << 10;
  rusage usage;
  return getrusage(RUSAGE_SELF, &usage) != 0 || usage.ru_maxrss > kKilobytes;
}

void limitMemory(const JobStart &start) {
  rlimit memory;
  if (getrlimit(RLIMIT_AS, &memory) != 0)
    return;
  // The next job's limit may be larger, so what the process may ask for stays.
  memory.rlim_cur =
      start.memoryLimit ? std::min<rlim_t>(start.memoryLimit, memory.rlim_max) : memory.rlim_max;
  setrlimit(RLIMIT_AS, &memory);
}

/// The life of a child. One that could not answer is not asked again.
[[noreturn]] void liveInChild(Compiler &compiler, const Descriptor &line, const JobStart &start,
                              Descriptor stream) {
  limitMemory(start);
  bool good = answerRequest(compiler, stream.get());
  while (good && !hasGrownLarge() && sayDone(line.get())) {
    stream.reset();
    std::optional<GivenJob> job = awaitJob(line.get());
    if (!job)
      break;
    stream = std::move(job->stream);
    limitMemory(job->start);
    good = answerRequest(compiler, stream.get());
  }
  // No destructors: the process is about to be no more.
  _exit(good ? 0 : 1);
}

struct Child {
  pid_t process = -1;
  Descriptor line;
};

struct Job {
  Child child;
  Descriptor lifeline;
  bool abandoned = false; // killed, and its end is yet to be seen
};

class Server {
public:
  explicit Server(int control) : control_(control) {}
  int run();

private:
  bool acceptJob();
  void startJob(const JobStart &start, Descriptor stream, Descriptor lifeline);
  /// What a job's child or its application has to say. True when the job is done.
  bool attend(Job &job, bool lineSpeaks, bool applicationLeft);
  void keepOrDismiss(Child child);
  void childrenEnded();
  [[noreturn]] void becomeChild(const JobStart &start, Descriptor line, Descriptor stream);

  static void report(const Descriptor &lifeline, JobOutcome outcome, std::int32_t value) {
    JobStatus status{outcome, value};
    send(lifeline.get(), &status, sizeof status, MSG_NOSIGNAL);
  }
  /// The child and the processes it started are one process group.
  static void kill(const Child &child) { ::kill(-child.process, SIGKILL); }

  Descriptor control_;
  Descriptor signals_;
  std::list<Job> jobs_;
  std::list<Child> idle_; // one that waits for a job, and those that are about to end
  Compiler compiler_;
  bool warm_ = false;
};

int Server::run() {
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  sigprocmask(SIG_BLOCK, &children, nullptr);
  signals_ = Descriptor(signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK));
  if (signals_.get() < 0)
    return 1;

  for (;;) {
    std::vector<pollfd> waits = {{control_.get(), POLLIN, 0}, {signals_.get(), POLLIN, 0}};
    for (const Job &job : jobs_) {
      // A closed lifeline stays readable, and must not keep this loop busy.
      waits.push_back({job.abandoned ? -1 : job.lifeline.get(), POLLIN, 0});
      waits.push_back({job.child.line.get(), POLLIN, 0});
    }
    int ready = poll(waits.data(), waits.size(), warm_ ? -1 : 0);
    if (ready < 0 && errno != EINTR)
      return 1;
    if (ready <= 0) {
      // The first request must not wait for this, so it is done when there is nothing to do. It
      // runs beside the child that compiles the first request.
      if (ready == 0 && !warm_) {
        compiler_.warmUp();
        warm_ = true;
      }
      continue;
    }
    auto wait = waits.begin() + 2;
    for (auto job = jobs_.begin(); job != jobs_.end(); wait += 2)
      if (attend(*job, wait[1].revents != 0, wait[0].revents != 0))
        job = jobs_.erase(job);
      else
        ++job;
    if (waits[1].revents)
      childrenEnded();
    if (waits[0].revents && !acceptJob()) {
      for (const Job &job : jobs_)
        kill(job.child);
      return 0;
    }
  }
}

bool Server::acceptJob() {
  JobStart start{0, 0, 0, 0, 0};
  JobDescriptors received;
  const ssize_t got = receiveWithDescriptors(control_.get(), start, received);
  if (got <= 0)
    return false;
  if (received[0] < 0)
    return true; // not one of ours
  Descriptor stream(received[int(JobDescriptor::Stream)]);
  Descriptor lifeline(received[int(JobDescriptor::Lifeline)]);
  if (got != sizeof start || start.magic != kProtocolMagic ||
      start.protocolVersion != kProtocolVersion || start.abiVersion != WEFT_ABI_VERSION)
    report(lifeline, JobOutcome::Refused, kProtocolVersion);
  else
    startJob(start, std::move(stream), std::move(lifeline));
  return true;
}

void Server::startJob(const JobStart &start, Descriptor stream, Descriptor lifeline) {
  for (auto child = idle_.begin(); child != idle_.end(); ++child)
    if (child->line.get() >= 0 && giveJob(child->line.get(), start, stream)) {
      jobs_.push_back({std::move(*child), std::move(lifeline)});
      idle_.erase(child);
      return;
    }
  auto [near, far] = makeJobLine();
  pid_t process = fork();
  if (process == 0) {
    lifeline.reset();
    near.reset();
    becomeChild(start, std::move(far), std::move(stream));
  }
  if (process < 0) {
    report(lifeline, JobOutcome::NoChild, errno);
    return;
  }
  // Both do it: whoever comes first, the group exists before it is signalled.
  setpgid(process, process);
  jobs_.push_back({{process, std::move(near)}, std::move(lifeline)});
}

bool Server::attend(Job &job, bool lineSpeaks, bool applicationLeft) {
  if (applicationLeft && !lineSpeaks) {
    // An application that has its result leaves while the child is still about to say so.
    constexpr int kMilliseconds = 5;
    pollfd line{job.child.line.get(), POLLIN, 0};
    lineSpeaks = line.fd >= 0 && poll(&line, 1, kMilliseconds) == 1;
  }
  if (lineSpeaks) {
    switch (hear(job.child.line.get())) {
    case LineNews::Done:
      // Killed after it said so: no other job may be given to it while it dies.
      if (job.abandoned)
        break;
      report(job.lifeline, JobOutcome::Exited, 0);
      keepOrDismiss(std::move(job.child));
      return true;
    case LineNews::Closed:
      job.child.line.reset(); // it ends; childrenEnded() says how
      break;
    case LineNews::Nothing:
      break;
    }
  }
  // The application says nothing on a lifeline; it can only let go of it.
  if (applicationLeft) {
    kill(job.child);
    job.abandoned = true;
  }
  return false;
}

void Server::keepOrDismiss(Child child) {
  // One is enough: who compiles several programs at once has processors to wait for.
  for (const Child &other : idle_)
    if (other.line.get() >= 0)
      child.line.reset(); // which ends it
  idle_.push_back(std::move(child));
}

void Server::becomeChild(const JobStart &start, Descriptor line, Descriptor stream) {
  pid_t server = getppid();
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != server)
    _exit(1);
  jobs_.clear(); // the lifelines of others
  idle_.clear();
  control_.reset();
  signals_.reset();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  rlimit core = {0, 0};
  setrlimit(RLIMIT_CORE, &core);
  liveInChild(compiler_, line, start, std::move(stream));
}

void Server::childrenEnded() {
  signalfd_siginfo info;
  while (read(signals_.get(), &info, sizeof info) > 0)
    ;
  idle_.remove_if(
      [](const Child &child) { return waitpid(child.process, nullptr, WNOHANG) == child.process; });
  for (auto job = jobs_.begin(); job != jobs_.end();) {
    int status = 0;
    if (waitpid(job->child.process, &status, WNOHANG) != job->child.process) {
      ++job;
      continue;
    }
    kill(job->child); // processes that a crashed child left behind
    if (WIFSIGNALED(status))
      report(job->lifeline, JobOutcome::Signaled, WTERMSIG(status));
    else
      report(job->lifeline, JobOutcome::Exited, WEXITSTATUS(status));
    job = jobs_.erase(job);
  }
}

} // namespace

int serve(int controlSocket) {
  // Descriptors of the application never get here, and a child must hand none on.
  return Server(controlSocket).run();
}

} // namespace weft::compiler
