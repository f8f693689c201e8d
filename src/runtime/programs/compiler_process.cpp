// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/compiler_process.h"

#include "programs/spawn_detached.h"
#include "support/error.h"
#include "support/log.h"
#include "weft/compiler/serialize.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

namespace weft::runtime {

/// A fork must not share the server: the child lets go of its copy of the control socket, so that
/// the server ends with its own application, and is left with no mutex that nobody will unlock.
class ForkWatch {
public:
  static void add(CompilerProcess *process) WEFT_NO_THREAD_SAFETY_ANALYSIS {
    static const int registered = ::pthread_atfork(prepare, parent, child);
    (void)registered;
    MutexLock lock(mutex());
    all().push_back(process);
  }
  static void remove(CompilerProcess *process) {
    MutexLock lock(mutex());
    std::erase(all(), process);
  }

private:
  // Never destroyed: forks happen in static destructors too.
  static Mutex &mutex() {
    static auto *const kMutex = new Mutex;
    return *kMutex;
  }
  static std::vector<CompilerProcess *> &all() {
    static auto *const kAll = new std::vector<CompilerProcess *>;
    return *kAll;
  }
  static void prepare() WEFT_NO_THREAD_SAFETY_ANALYSIS {
    mutex().lock();
    for (CompilerProcess *process : all())
      process->mutex_.lock();
  }
  static void parent() WEFT_NO_THREAD_SAFETY_ANALYSIS {
    for (CompilerProcess *process : all())
      process->mutex_.unlock();
    mutex().unlock();
  }
  static void child() WEFT_NO_THREAD_SAFETY_ANALYSIS {
    for (CompilerProcess *process : all()) {
      process->control_.close();
      process->running_ = 0;
      process->mutex_.unlock();
    }
    mutex().unlock();
  }
};

namespace {

/// What weftc may see of the application's environment: where its libraries and a folder for
/// temporary files are. LD_PRELOAD and the like are meant for the application.
std::vector<std::string> compilerEnvironment() {
  static const std::string_view kPassed[] = {
      "LD_LIBRARY_PATH", "TMPDIR",       "PATH",         "ASAN_OPTIONS",
      "UBSAN_OPTIONS",   "LSAN_OPTIONS", "TSAN_OPTIONS",
  };
  std::vector<std::string> result;
  for (std::string_view name : kPassed)
    if (const char *value = std::getenv(std::string(name).c_str()))
      result.push_back(std::string(name) + "=" + value);
  return result;
}

CompileResult failure(const std::string &sentence) {
  CompileResult result;
  result.status = CompileStatus::BuildFailure;
  result.log = "weft: " + sentence + "\n";
  return result;
}

std::string signalText(int signal) {
  std::string text = "signal " + std::to_string(signal);
#if defined(__GLIBC__)
  if (const char *description = ::sigdescr_np(signal))
    text += std::string(", ") + description;
#endif
  return text;
}

std::string endText(const JobStatus &status) {
  switch (status.outcome) {
  case JobOutcome::Exited:
    return "the compiler ended without a result (exit status " + std::to_string(status.value) + ")";
  case JobOutcome::Signaled:
    return (status.value == SIGKILL ? "the compiler was killed (" : "the compiler crashed (") +
           signalText(status.value) + ")";
  case JobOutcome::Refused:
    return "the compiler is of another version of Weft (its protocol is " +
           std::to_string(status.value) + ", ours " + std::to_string(kProtocolVersion) + ")";
  case JobOutcome::NoChild:
    return std::string("the compiler could not start a process: ") + std::strerror(status.value);
  }
  return "the compiler ended in an unknown way";
}

} // namespace

CompilerProcess::CompilerProcess(std::string path, CompilerLimits limits)
    : path_(std::move(path)), limits_(limits) {
  ForkWatch::add(this);
}

CompilerProcess::~CompilerProcess() {
  ForkWatch::remove(this);
  stop();
}

unsigned CompilerProcess::starts() const {
  MutexLock lock(mutex_);
  return starts_;
}

void CompilerProcess::stop() {
  MutexLock lock(mutex_);
  if (running_ == 0 && owner_ == ::getpid()) {
    control_.shutDown();
    control_.close();
  }
}

void CompilerProcess::ensureRunning() {
  // The atfork handler does not see every fork (clone by hand); the process id does.
  if (owner_ == ::getpid() && control_.isOurs())
    return;
  control_.close();
  SocketPair pair(SOCK_SEQPACKET);
  std::vector<std::string> environment = compilerEnvironment();
  std::vector<char *> environmentPointers;
  for (std::string &entry : environment)
    environmentPointers.push_back(entry.data());
  environmentPointers.push_back(nullptr);
  std::string descriptor = std::to_string(kServerDescriptor);
  std::string path = path_, mode = "--server";
  char *arguments[] = {path.data(), mode.data(), descriptor.data(), nullptr};
  int error = spawnDetached(path_.c_str(), arguments, environmentPointers.data(), pair.far.get());
  if (error) {
    log(LogTopic::Build, "cannot start " + path_ + ": " + std::strerror(error));
    throw Error(CL_COMPILER_NOT_AVAILABLE);
  }
  ++starts_;
  owner_ = ::getpid();
  control_ = OwnedSocket(std::move(pair.near));
  log(LogTopic::Build, "started " + path_);
}

bool CompilerProcess::start(CompileJob &job) {
  MutexLock lock(mutex_);
  ensureRunning();
  JobStart message;
  message.memoryLimit = limits_.memoryBytes;
  if (job.start(control_.get(), message))
    return true;
  control_.close();
  return false;
}

/// Counts the requests under way: stop() must not end the server below them.
struct CompilerProcess::RunningJob {
  explicit RunningJob(CompilerProcess &process) : process(process) {
    MutexLock lock(process.mutex_);
    ++process.running_;
  }
  ~RunningJob() {
    MutexLock lock(process.mutex_);
    if (process.running_)
      --process.running_;
  }
  CompilerProcess &process;
};

CompileResult CompilerProcess::compile(const CompileRequest &request) {
  // A server that was killed while idle is found out when the request is sent, one that is killed
  // during the build when its sockets end. Both happen for reasons that have nothing to do with
  // the source (a user's killall, the kernel short of memory), so once more is worth it.
  constexpr int kServers = 3;
  std::string bytes = serialize(request);
  RunningJob running(*this);
  for (int attempt = 0; attempt < kServers; ++attempt) {
    CompileJob job;
    if (!start(job))
      continue;
    JobAnswer answer = job.run(bytes, limits_.time);
    switch (answer.kind) {
    case JobAnswer::Kind::Result: {
      CompileResult result;
      if (!deserialize(answer.result, result))
        return failure("the compiler's answer cannot be read");
      return result;
    }
    case JobAnswer::Kind::Ended:
      return failure(endText(answer.status));
    case JobAnswer::Kind::TimedOut:
      return failure("the build was stopped after " +
                     std::to_string(limits_.time.count() / 1000.0).substr(0, 6) +
                     " s, the limit that WEFT_BUILD_TIMEOUT sets");
    case JobAnswer::Kind::ServerGone:
      log(LogTopic::Build, "the compiler has gone; starting it again");
      break;
    }
  }
  return failure("the compiler " + path_ + " ended again and again");
}

} // namespace weft::runtime
