// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a request to code: the cache where it can answer, the compiler where it cannot. What the
// layers above call.
#pragma once

#include "programs/compiler_location.h"
#include "programs/compiler_process.h"
#include "programs/object_cache.h"
#include "weft/compiler/compile_request.h"

#include <memory>
#include <string>

namespace weft::runtime {

struct Compilation {
  CompileStatus status = CompileStatus::BuildFailure;
  std::string log;
  /// Where status is Success.
  std::shared_ptr<const ObjectImage> image;
};

class CompileService {
public:
  CompileService(CompilerLocation compiler, CompilerLimits limits, std::string cacheFolder,
                 std::uint64_t cacheBytes);

  /// Blocks. Throws CL_COMPILER_NOT_AVAILABLE where the compiler is needed and there is none.
  /// The working folder, the code options and the number of jobs are filled in.
  Compilation compile(CompileRequest request);

  const CompilerLocation &compiler() const { return location_; }
  CompilerProcess &process() { return process_; }

private:
  const CompilerLocation location_;
  ObjectCache cache_;
  CompilerProcess process_;
};

/// The process's own, made from its environment at first use.
CompileService &compileService();

/// CL_DEVICE_COMPILER_AVAILABLE and CL_DEVICE_LINKER_AVAILABLE. Starts nothing.
bool compilerAvailable();

/// Where the result of this request lies in a cache: of the request, and of all that decides what
/// the compiler makes of it.
Hash128 cacheKey(const CompileRequest &request, const std::string &compilerBuildId);

} // namespace weft::runtime
