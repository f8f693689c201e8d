// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a test does in a forked process.
#pragma once

#include <csignal>

#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weft::test {

/// Starts a process that does what the body says and ends with the value that it returns, or after
/// a minute with SIGALRM.
template <class Body> pid_t startFork(Body &&body) {
  pid_t child = ::fork();
  if (child == 0) {
    ::alarm(60);
    // Not _exit(), where ThreadSanitizer complains of threads of the parent that were not joined.
    ::syscall(SYS_exit_group, body());
    __builtin_unreachable();
  }
  return child;
}

/// The value it ended with, or 128 and the signal.
inline int waitForFork(pid_t child) {
  int status = 0;
  if (::waitpid(child, &status, 0) != child)
    return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

template <class Body> int inFork(Body &&body) { return waitForFork(startFork(body)); }

} // namespace weft::test
