// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler as the rest of the runtime sees it: a function from request to result that blocks.
#pragma once

#include "programs/compile_job.h"
#include "support/mutex.h"
#include "weft/compiler/compile_request.h"
#include "weft/compiler/compile_result.h"

#include <chrono>
#include <cstdint>
#include <string>

#include <sys/types.h>

namespace weft::runtime {

struct CompilerLimits {
  std::chrono::milliseconds time{300 * 1000};
  std::uint64_t memoryBytes = 0; ///< address space of each of its processes; 0: no limit
};

/// A running weftc, started at the first request and again whenever it has gone: because it was
/// killed, because the application closed our descriptors, because the process is a fork of the
/// one that started it. Used by many threads at once; each request has a process of its own.
/// Never throws for what happens to the compiler: a crash or a limit is a BuildFailure with a log.
class CompilerProcess {
public:
  CompilerProcess(std::string path, CompilerLimits limits);
  ~CompilerProcess();

  /// Throws CL_COMPILER_NOT_AVAILABLE where the program cannot be started.
  CompileResult compile(const CompileRequest &request);

  /// Ends the server if it is idle; the next request starts another (clUnloadPlatformCompiler).
  void stop();

  /// How many servers were started, for tests.
  unsigned starts() const;

private:
  friend class ForkWatch;
  struct RunningJob;
  bool start(CompileJob &job);
  void ensureRunning() WEFT_REQUIRES(mutex_);

  const std::string path_;
  const CompilerLimits limits_;
  mutable Mutex mutex_;
  OwnedSocket control_ WEFT_GUARDED_BY(mutex_);
  pid_t owner_ WEFT_GUARDED_BY(mutex_) = 0; // the process that started the server
  unsigned running_ WEFT_GUARDED_BY(mutex_) = 0;
  unsigned starts_ WEFT_GUARDED_BY(mutex_) = 0;
};

} // namespace weft::runtime
