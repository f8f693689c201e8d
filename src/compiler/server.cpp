// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "server.h"

#include "compiler.h"
#include "fatal_errors.h"
#include "weft/compiler/protocol.h"
#include "weft/compiler/serialize.h"

#include <cerrno>
#include <csignal>
#include <cstring>
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

class Descriptor {
public:
  explicit Descriptor(int descriptor = -1) : descriptor_(descriptor) {}
  Descriptor(Descriptor &&other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~Descriptor() { reset(); }
  void reset() {
    if (descriptor_ >= 0)
      close(descriptor_);
    descriptor_ = -1;
  }
  int get() const { return descriptor_; }

private:
  int descriptor_;
};

bool readAll(int socket, void *to, size_t bytes) {
  auto *at = static_cast<char *>(to);
  while (bytes > 0) {
    ssize_t got = read(socket, at, bytes);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    at += got;
    bytes -= got;
  }
  return true;
}

bool sendAll(int socket, const void *from, size_t bytes) {
  auto *at = static_cast<const char *>(from);
  while (bytes > 0) {
    ssize_t sent = send(socket, at, bytes, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent <= 0)
      return false;
    at += sent;
    bytes -= sent;
  }
  return true;
}

bool sendResult(int stream, const CompileResult &result) {
  std::string bytes = serialize(result);
  FrameHeader header{bytes.size()};
  return sendAll(stream, &header, sizeof header) && sendAll(stream, bytes.data(), bytes.size());
}

bool receiveRequest(int stream, CompileRequest &request) {
  FrameHeader header;
  if (!readAll(stream, &header, sizeof header))
    return false;
  // In steps, so that a nonsensical length ends with the stream and not with memory.
  std::string bytes;
  while (bytes.size() < header.bytes) {
    size_t at = bytes.size();
    bytes.resize(at + std::min<std::uint64_t>(header.bytes - at, 1 << 20));
    if (!readAll(stream, bytes.data() + at, bytes.size() - at))
      return false;
  }
  return deserialize(bytes, request);
}

/// The life of a child: one request, one result.
[[noreturn]] void compileInChild(Compiler &compiler, int stream) {
  // Not by the first diagnostic of a fault in the compiler, but as a fact in the build log.
  onFatalError([stream](const std::string &reason) {
    CompileResult failed;
    failed.log = "error: the compiler gave up: " + reason + "\n";
    sendResult(stream, failed);
  });
  CompileRequest request;
  if (!receiveRequest(stream, request))
    _exit(1);
  CompileResult result = compiler.compile(request);
  // No destructors: the process is about to be no more.
  _exit(sendResult(stream, result) ? 0 : 1);
}

struct Job {
  pid_t process;
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
  void childrenEnded();
  [[noreturn]] void becomeChild(const JobStart &start, Descriptor stream);

  static void report(const Descriptor &lifeline, JobOutcome outcome, std::int32_t value) {
    JobStatus status{outcome, value};
    send(lifeline.get(), &status, sizeof status, MSG_NOSIGNAL);
  }
  /// The child and the processes it started are one process group.
  static void kill(const Job &job) { ::kill(-job.process, SIGKILL); }

  Descriptor control_;
  Descriptor signals_;
  std::list<Job> jobs_;
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
    for (const Job &job : jobs_)
      // A closed lifeline stays readable, and must not keep this loop busy.
      waits.push_back({job.abandoned ? -1 : job.lifeline.get(), POLLIN, 0});
    int ready = poll(waits.data(), waits.size(), warm_ ? -1 : 0);
    if (ready < 0 && errno != EINTR)
      return 1;
    if (ready <= 0) {
      // The first request must not wait for this, so it is done when there is nothing to do. It
      // runs beside the child that compiles the first request.
      if (ready == 0 && !warm_) {
        Compiler::warmUp();
        warm_ = true;
      }
      continue;
    }
    auto wait = waits.begin() + 2;
    for (Job &job : jobs_)
      // The application says nothing on a lifeline; it can only let go of it.
      if ((wait++)->revents) {
        kill(job);
        job.abandoned = true;
      }
    if (waits[1].revents)
      childrenEnded();
    if (waits[0].revents && !acceptJob()) {
      for (const Job &job : jobs_)
        kill(job);
      return 0;
    }
  }
}

bool Server::acceptJob() {
  JobStart start{0, 0, 0, 0, 0};
  iovec part{&start, sizeof start};
  alignas(cmsghdr) char ancillary[CMSG_SPACE(sizeof(int) * kJobDescriptorCount)];
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = ancillary;
  message.msg_controllen = sizeof ancillary;
  ssize_t got = recvmsg(control_.get(), &message, MSG_CMSG_CLOEXEC);
  if (got < 0 && errno == EINTR)
    return true;
  if (got <= 0)
    return false;
  int received[kJobDescriptorCount];
  const cmsghdr *rights = CMSG_FIRSTHDR(&message);
  if (!rights || rights->cmsg_type != SCM_RIGHTS || rights->cmsg_len != CMSG_LEN(sizeof received))
    return true; // not one of ours; the kernel closes what came along
  std::memcpy(received, CMSG_DATA(rights), sizeof received);
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
  pid_t process = fork();
  if (process == 0) {
    lifeline.reset();
    becomeChild(start, std::move(stream));
  }
  if (process < 0) {
    report(lifeline, JobOutcome::NoChild, errno);
    return;
  }
  // Both do it: whoever comes first, the group exists before it is signalled.
  setpgid(process, process);
  jobs_.push_back({process, std::move(lifeline)});
}

void Server::becomeChild(const JobStart &start, Descriptor stream) {
  pid_t server = getppid();
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != server)
    _exit(1);
  jobs_.clear(); // the lifelines of others
  control_.reset();
  signals_.reset();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  rlimit core = {0, 0};
  setrlimit(RLIMIT_CORE, &core);
  if (start.memoryLimit) {
    rlimit memory = {start.memoryLimit, start.memoryLimit};
    setrlimit(RLIMIT_AS, &memory);
  }
  compileInChild(compiler_, stream.get());
}

void Server::childrenEnded() {
  signalfd_siginfo info;
  while (read(signals_.get(), &info, sizeof info) > 0)
    ;
  for (auto job = jobs_.begin(); job != jobs_.end();) {
    int status = 0;
    if (waitpid(job->process, &status, WNOHANG) != job->process) {
      ++job;
      continue;
    }
    kill(*job); // processes that a crashed child left behind
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
