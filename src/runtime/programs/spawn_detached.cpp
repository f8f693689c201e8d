// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an application may do, and what keeps it unaware of our process:
//  - it waits for all of its children (wait(0) until ECHILD), or counts SIGCHLDs: the program is a
//    grandchild, and the child in between is cloned without an exit signal, so that neither wait()
//    nor SIGCHLD shows it;
//  - it waits for the end of file of a pipe that it passed to its children: no descriptor but ours
//    is inherited;
//  - it is interrupted from the terminal: the program has a session of its own;
//  - it has many threads, and atfork handlers: no fork() is done. Both processes share our memory
//    while this thread stands still (as in vfork and posix_spawn), so they may do nothing but raw
//    system calls: no library function that a sanitizer intercepts, no lock.
#include "programs/spawn_detached.h"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define WEFT_NO_SANITIZE __attribute__((no_sanitize("address", "thread", "undefined")))

// clone() under the name that ThreadSanitizer does not intercept: it takes every clone for a fork
// and would renew its state, which is ours as well.
extern "C" int __clone(int (*function)(void *), void *stackEnd, int flags, void *argument, ...);

namespace weft::runtime {
namespace {

constexpr std::size_t kStackBytes = 64 * 1024;
constexpr int kProgramDescriptor = 3;

struct Spawn {
  const char *path;
  char *const *arguments;
  char *const *environment;
  int descriptor;
  std::byte *innerStackEnd;
  std::uint64_t descriptorLimit; // for kernels without close_range
  int error = 0;                 // set by the processes, which share our memory
};

template <class... Argument> WEFT_NO_SANITIZE long raw(long number, Argument... arguments) {
  return ::syscall(number, arguments...);
}

WEFT_NO_SANITIZE void defaultSignals() {
  // The kernel's struct sigaction, all zeros: SIG_DFL. exec() keeps ignored signals ignored.
  std::uint64_t action[4] = {0, 0, 0, 0};
  for (int signal = 1; signal <= 64; ++signal)
    raw(SYS_rt_sigaction, signal, action, nullptr, 8);
}

WEFT_NO_SANITIZE int runProgram(void *argument) {
  auto &spawn = *static_cast<Spawn *>(argument);
  raw(SYS_setsid);
  raw(SYS_chdir, "/");
  // A crash of the compiler is reported in a build log, not as a core file.
  struct rlimit noCore = {0, 0};
  raw(SYS_prlimit64, 0, RLIMIT_CORE, &noCore, nullptr);
  defaultSignals();
  // The calling thread may be a real-time one: the compiler at its priority would take the machine.
  struct sched_param priority = {};
  raw(SYS_sched_setscheduler, 0, SCHED_OTHER, &priority);

  if (spawn.descriptor == kProgramDescriptor)
    raw(SYS_fcntl, kProgramDescriptor, F_SETFD, 0);
  else
    raw(SYS_dup3, spawn.descriptor, kProgramDescriptor, 0);
  if (raw(SYS_close_range, unsigned(kProgramDescriptor + 1), ~0u, 0u) != 0)
    for (std::uint64_t other = kProgramDescriptor + 1; other < spawn.descriptorLimit; ++other)
      raw(SYS_close, int(other));
  for (int stream = 0; stream < kProgramDescriptor; ++stream)
    raw(SYS_close, stream);
  raw(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR, 0); // the lowest free number: 0
  raw(SYS_dup3, 0, 1, 0);
  raw(SYS_dup3, 0, 2, 0);

  std::uint64_t none = 0;
  raw(SYS_rt_sigprocmask, SIG_SETMASK, &none, nullptr, 8);
  raw(SYS_execve, spawn.path, spawn.arguments, spawn.environment);
  spawn.error = errno;
  raw(SYS_exit_group, 127);
  return 127;
}

/// The child in between: its end makes the program an orphan, which init adopts.
WEFT_NO_SANITIZE int startAndLeave(void *argument) {
  auto &spawn = *static_cast<Spawn *>(argument);
  if (::__clone(runProgram, spawn.innerStackEnd, CLONE_VM | CLONE_VFORK, &spawn) < 0)
    spawn.error = errno;
  raw(SYS_exit_group, 0);
  return 0;
}

} // namespace

int spawnDetached(const char *path, char *const arguments[], char *const environment[],
                  int descriptor) noexcept {
  void *stacks = ::mmap(nullptr, 2 * kStackBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stacks == MAP_FAILED)
    return errno;
  auto *begin = static_cast<std::byte *>(stacks);
  struct rlimit files = {1024, 1024};
  ::getrlimit(RLIMIT_NOFILE, &files);
  Spawn spawn = {path,
                 arguments,
                 environment,
                 descriptor,
                 begin + 2 * kStackBytes,
                 files.rlim_cur == RLIM_INFINITY ? 65536 : std::uint64_t(files.rlim_cur)};

  // A handler must not run in a process that shares our memory.
  sigset_t all, before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  int child = ::__clone(startAndLeave, begin + kStackBytes, CLONE_VM | CLONE_VFORK, &spawn);
  if (child < 0)
    spawn.error = errno;
  else
    while (::waitpid(child, nullptr, __WALL) < 0 && errno == EINTR) {
    }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::munmap(stacks, 2 * kStackBytes);
  return spawn.error;
}

} // namespace weft::runtime
