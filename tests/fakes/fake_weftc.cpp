// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Speaks the protocol of weftc (weft/compiler/protocol.h) and does as the source tells it, so that
// what may happen to a compiler happens on demand:
//   echo TEXT        succeeds with the log TEXT         size N        a log of N bytes
//   pid              the server's process id            process       session, folder, limits, ...
//   wait FILE        leaves its process id in FILE and succeeds when that is gone
//   signal N         raises it                          exit N        without an answer
//   close            ends the stream and stays          garbage       answers nonsense
// Started under the name "refusing_weftc" it refuses each job as one of another version.
#include "weft/compiler/compile_request.h"
#include "weft/compiler/compile_result.h"
#include "weft/compiler/frame.h"
#include "weft/compiler/passed_descriptors.h"
#include "weft/compiler/protocol.h"
#include "weft/compiler/serialize.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace weft;

extern char **environ;

namespace {

void answer(int stream, const std::string &log) {
  CompileResult result;
  result.status = CompileStatus::Success;
  result.log = log;
  if (!sendFrame(stream, serialize(result)))
    _exit(4);
}

std::string describeProcess(pid_t server) {
  std::ostringstream text;
  char folder[4096] = {};
  if (!getcwd(folder, sizeof folder))
    std::strcpy(folder, "?");
  struct rlimit memory;
  getrlimit(RLIMIT_AS, &memory);
  text << "session-leader " << (getsid(server) == server) << "\nfolder " << folder << "\nmemory "
       << (memory.rlim_cur == RLIM_INFINITY ? 0 : memory.rlim_cur) << "\n";
  text << "policy " << sched_getscheduler(0) << "\n";
  struct stat null, stream;
  stat("/dev/null", &null);
  for (int i = 0; i < 3; ++i)
    text << "stream " << (fstat(i, &stream) == 0 && stream.st_rdev == null.st_rdev) << "\n";
  for (int signal : {SIGINT, SIGCHLD, SIGPIPE, SIGUSR1}) {
    struct sigaction action;
    sigaction(signal, nullptr, &action);
    if (action.sa_handler != SIG_DFL)
      text << "signal " << signal << " is not at its default\n";
  }
  sigset_t blocked;
  sigprocmask(SIG_SETMASK, nullptr, &blocked);
  for (int signal = 1; signal < 32; ++signal)
    if (sigismember(&blocked, signal) == 1)
      text << "signal " << signal << " is blocked\n";
  for (char **variable = environ; *variable; ++variable)
    text << "variable " << *variable << "\n";
  return text.str();
}

[[noreturn]] void child(int stream, pid_t server) {
  std::string bytes;
  CompileRequest request;
  if (!receiveFrame(stream, bytes) || !deserialize(bytes, request))
    _exit(5);
  std::istringstream words(request.source);
  std::string order, argument;
  words >> order >> argument;
  long number = std::atol(argument.c_str());
  if (order == "echo")
    answer(stream, argument);
  else if (order == "size")
    answer(stream, std::string(size_t(number), 'x'));
  else if (order == "pid")
    answer(stream, std::to_string(server));
  else if (order == "process")
    answer(stream, describeProcess(server));
  else if (order == "wait") {
    std::FILE *file = std::fopen(argument.c_str(), "w");
    std::fprintf(file, "%d", getpid());
    std::fclose(file);
    while (access(argument.c_str(), F_OK) == 0)
      usleep(1000);
    answer(stream, "waited");
  } else if (order == "signal")
    raise(int(number));
  else if (order == "exit")
    _exit(int(number));
  else if (order == "close") {
    close(stream);
    for (;;)
      pause();
  } else if (order == "garbage")
    sendFrame(stream, "12345");
  _exit(0);
}

/// One process for each job, which waits for the compiling child or for the lifeline's end.
[[noreturn]] void supervise(const JobStart &start, int stream, int lifeline) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  pid_t server = getppid();
  pid_t compiling = fork();
  if (compiling == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(lifeline);
    if (start.memoryLimit) {
      struct rlimit limit = {start.memoryLimit, start.memoryLimit};
      setrlimit(RLIMIT_AS, &limit);
    }
    child(stream, server);
  }
  close(stream);
  for (;;) {
    int how;
    if (waitpid(compiling, &how, WNOHANG) == compiling) {
      JobStatus status;
      status.outcome = WIFSIGNALED(how) ? JobOutcome::Signaled : JobOutcome::Exited;
      status.value = WIFSIGNALED(how) ? WTERMSIG(how) : WEXITSTATUS(how);
      send(lifeline, &status, sizeof status, MSG_NOSIGNAL);
      _exit(0);
    }
    pollfd end = {lifeline, POLLIN, 0};
    if (poll(&end, 1, 2) > 0) {
      kill(compiling, SIGKILL);
      _exit(0);
    }
  }
}

} // namespace

int main(int argc, char **argv) {
  bool refuses = std::string(argv[0]).ends_with("refusing_weftc");
  if (argc != 3 || std::string(argv[1]) != "--server")
    return 2;
  signal(SIGCHLD, SIG_IGN);
  int control = std::atoi(argv[2]);
  for (;;) {
    JobStart start;
    JobDescriptors descriptors;
    if (receiveWithDescriptors(control, start, descriptors) <= 0)
      return 0;
    int stream = descriptors[int(JobDescriptor::Stream)];
    int lifeline = descriptors[int(JobDescriptor::Lifeline)];
    if (refuses) {
      JobStatus status{JobOutcome::Refused, 99};
      send(lifeline, &status, sizeof status, MSG_NOSIGNAL);
    } else if (fork() == 0) {
      close(control);
      signal(SIGCHLD, SIG_DFL);
      supervise(start, stream, lifeline);
    }
    close(stream);
    close(lifeline);
  }
}
