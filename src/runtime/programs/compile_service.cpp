// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/compile_service.h"

#include "programs/host_cpu.h"
#include "support/clock.h"
#include "support/environment.h"
#include "support/error.h"
#include "support/log.h"
#include "support/machine.h"
#include "weft/compiler/serialize.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <unistd.h>

namespace weft::runtime {
namespace {

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

/// Whether the text could name a file. In doubt yes: a false alarm only costs a cache hit.
bool mentionsFiles(std::string_view source) {
  // A line splice may stand in the middle of a word.
  return contains(source, "include") || contains(source, "import") || contains(source, "embed") ||
         contains(source, "\\\n") || contains(source, "\\\r") || contains(source, "?\?/");
}

/// Programs are run from many folders, and most name no file at all: for those the folder is not
/// part of what they are.
bool dependsOnFolder(const CompileRequest &request) {
  if (contains(request.options, "-I") || contains(request.options, "include") ||
      contains(request.options, "@") || mentionsFiles(request.source))
    return true;
  return std::any_of(request.headers.begin(), request.headers.end(),
                     [](const NamedSource &header) { return mentionsFiles(header.text); });
}

/// In doubt yes, as above: then a file is written that nobody reads.
bool asksForDebugInformation(const CompileRequest &request) {
  return contains(request.options, "-g") && !request.source.empty();
}

std::string workingFolder() {
  char *folder = ::getcwd(nullptr, 0);
  std::string text = folder ? folder : "/";
  std::free(folder);
  return text;
}

CodeOptions codeOptions(const std::string &folder) {
  const Environment &variables = environment();
  CodeOptions code;
  code.cpu = variables.cpu;
  code.vectorWidth = variables.vectorWidth;
  code.verifyEach = variables.verify;
  code.reportVectorization = logs(LogTopic::Vectorize);
  code.dumpStages = variables.dumpStages;
  if (!code.dumpStages.empty())
    code.dumpDirectory = variables.dumpDirectory.empty() ? folder : variables.dumpDirectory;
  return code;
}

void logReport(const CompileResult &facts) {
  std::string_view report = facts.report;
  while (!report.empty()) {
    std::size_t end = std::min(report.find('\n'), report.size());
    log(LogTopic::Vectorize, report.substr(0, end));
    report.remove_prefix(std::min(end + 1, report.size()));
  }
}

std::uint64_t memoryLimit() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return 0; // shadow memory takes terabytes of address space
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return 0;
#else
  return machine().memoryBytes;
#endif
#else
  return machine().memoryBytes;
#endif
}

} // namespace

Hash128 cacheKey(const CompileRequest &request, const std::string &compilerBuildId) {
  CompileRequest asked = request;
  asked.jobs = 0; // makes the same code
  if (!dependsOnFolder(request))
    asked.workingDirectory.clear();
  struct {
    std::uint32_t protocol = kProtocolVersion, abi = WEFT_ABI_VERSION;
    std::string compiler, cpu, request;
    void fields(Writer &archive) { archive(protocol, abi, compiler, cpu, request); }
  } key;
  key.compiler = compilerBuildId;
  key.cpu = hostCpuIdentity();
  key.request = serialize(asked);
  return hash128(serialize(key));
}

CompileService::CompileService(CompilerLocation compiler, CompilerLimits limits,
                               std::string cacheFolder, std::uint64_t cacheBytes)
    : location_(std::move(compiler)), cache_(std::move(cacheFolder), cacheBytes),
      process_(location_.path, limits) {}

Compilation CompileService::compile(CompileRequest request) {
  request.workingDirectory = workingFolder();
  request.code = codeOptions(request.workingDirectory);
  request.jobs = std::max(1u, machine().quotaCpus);
  if (asksForDebugInformation(request))
    request.sourceName = cache_.keepSource(request.source);

  Compilation compilation;
  bool cached = request.code.dumpStages.empty(); // who asks for dumps wants the compiler to run
  Hash128 key;
  if (cached) {
    key = cacheKey(request, location_.buildId);
    compilation.image = cache_.find(key);
  }
  if (!compilation.image) {
    throwIf(!location_.available(), CL_COMPILER_NOT_AVAILABLE);
    std::uint64_t before = nanosecondsNow();
    CompileResult result = process_.compile(request);
    if (logs(LogTopic::Build))
      log(LogTopic::Build,
          (result.status == CompileStatus::Success ? "compiled in " : "failed in ") +
              std::to_string((nanosecondsNow() - before) / 1000) + " us");
    compilation.status = result.status;
    if (result.status != CompileStatus::Success) {
      compilation.log = std::move(result.log);
      return compilation;
    }
    compilation.image = cached ? cache_.store(key, std::move(result))
                               : std::make_shared<ObjectImage>(std::move(result));
  }
  compilation.status = CompileStatus::Success;
  compilation.log = compilation.image->facts().log;
  logReport(compilation.image->facts());
  return compilation;
}

CompileService &compileService() {
  // Never destroyed: programs are built in static destructors too, and weftc ends by itself.
  static CompileService *const kService = [] {
    const Environment &variables = environment();
    CompilerLimits limits;
    limits.time = std::chrono::seconds(variables.buildTimeoutSeconds);
    limits.memoryBytes = memoryLimit();
    return new CompileService(locateCompiler(variables.compiler), limits,
                              variables.cacheDirectory.empty() ? defaultCacheFolder()
                                                               : variables.cacheDirectory,
                              variables.cacheBytes);
  }();
  return *kService;
}

bool compilerAvailable() { return compileService().compiler().available(); }

} // namespace weft::runtime
