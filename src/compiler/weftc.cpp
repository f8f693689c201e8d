// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler as a program: for libweft with --server, otherwise for people.
#include "compiler.h"
#include "fatal_errors.h"
#include "server.h"
#include "weft/compiler/protocol.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <optional>
#include <string>

using namespace llvm;
using namespace weft;
using namespace weft::compiler;

namespace {

constexpr const char *kUsage =
    R"(weftc: the OpenCL compiler of Weft

  weftc [options] kernel.cl

  -o FILE            where to write; standard output is '-'
  --emit=KIND        object     a kernel object, a shared library (default: kernel.cl.so)
                     kernel-ir  what the front end made
                     ir         LLVM IR ready for the code generator
                     asm        assembly
  --report           kernels, their arguments and what became of them
  --time-report      milliseconds of each stage
  --time-trace=FILE  each pass as a timeline, for chrome://tracing and its like
  --cpu=NAME         an LLVM CPU name, x86-64-v3 say; the host otherwise
  --vector-width=N   1, 4, 8, 16, 32 or 64 instead of the cost model's choice
  --verify           LLVM's verifier after each pass
  --dump=STAGES      source,ir,asm into numbered files in --dump-dir=DIR (.)
  --llvm=-OPTION     a hidden option of LLVM, for experiments
  --jobs=N           processes that generate code (1)
  --version

All options of clBuildProgram are taken as they are: -D, -I, -cl-std=CL3.0, -g, ...
A weftc that is told '--server 3' is libweft's and speaks its protocol on that descriptor.
)";

struct CommandLine {
  std::string input;
  std::string output;
  std::string emit = "object";
  bool report = false;
  bool timeReport = false;
  std::string timeTrace;
  bool warm = false; // undocumented: compile a small program first, as a server does
  CompileRequest request;
};

/// clBuildProgram's tokeniser takes it apart again.
std::string quoted(StringRef word) {
  std::string text = "\"";
  for (char c : word) {
    if (c == '"' || c == '\\')
      text += '\\';
    text += c;
  }
  return text + "\" ";
}

bool fail(const Twine &message) {
  errs() << "weftc: " << message << '\n';
  return false;
}

bool parse(int count, char **words, CommandLine &out) {
  out.request.code.dumpDirectory = ".";
  for (int i = 1; i < count; ++i) {
    StringRef word = words[i];
    if (word.consume_front("--emit=")) {
      out.emit = word;
    } else if (word.consume_front("--cpu=")) {
      out.request.code.cpu = word;
    } else if (word.consume_front("--vector-width=")) {
      if (word.getAsInteger(10, out.request.code.vectorWidth))
        return fail("--vector-width wants a number");
    } else if (word.consume_front("--jobs=")) {
      if (word.getAsInteger(10, out.request.jobs))
        return fail("--jobs wants a number");
    } else if (word.consume_front("--dump=")) {
      out.request.code.dumpStages = word;
    } else if (word.consume_front("--dump-dir=")) {
      out.request.code.dumpDirectory = word;
    } else if (word == "--report") {
      out.report = true;
      out.request.options += "-cl-kernel-arg-info "; // names and types of arguments
      out.request.code.reportVectorization = 1;
    } else if (word == "--time-report") {
      out.timeReport = true;
    } else if (word.consume_front("--time-trace=")) {
      out.timeTrace = word;
    } else if (word == "--warm") {
      out.warm = true;
    } else if (word.consume_front("--llvm=")) {
      std::string option = word.str();
      const char *words[] = {"weftc", option.c_str()};
      cl::ParseCommandLineOptions(2, words);
    } else if (word == "--verify") {
      out.request.code.verifyEach = 1;
    } else if (word == "-o" && i + 1 < count) {
      out.output = words[++i];
    } else if ((word == "-D" || word == "-I") && i + 1 < count) {
      out.request.options += word.str() + " " + quoted(words[++i]);
    } else if (word.starts_with("-") && word != "-" && !word.starts_with("--")) {
      out.request.options += quoted(word);
    } else if (word.starts_with("--")) {
      return fail("unknown option " + word + " (--help)");
    } else if (out.input.empty()) {
      out.input = word;
    } else {
      return fail("one source file at a time");
    }
  }
  if (out.input.empty())
    return fail("no source file (--help)");
  if (out.output.empty())
    out.output = out.emit == "object" ? out.input + ".so" : "-";
  return true;
}

bool write(const std::string &path, StringRef bytes) {
  std::error_code error;
  raw_fd_ostream out(path, error);
  if (error)
    return fail("cannot write " + path + ": " + error.message());
  out << bytes;
  return true;
}

void printReport(const CompileResult &result) {
  for (const KernelSignature &kernel : result.kernels) {
    outs() << "kernel " << kernel.name;
    if (!kernel.attributes.empty())
      outs() << " [" << kernel.attributes << ']';
    outs() << "\n  local memory " << kernel.localBytes << " bytes, private memory "
           << kernel.privateBytes << " bytes a work-item, preferred work-group size multiple "
           << kernel.preferredMultiple << '\n';
    constexpr const char *kKinds[] = {"value",         "global pointer", "constant pointer",
                                      "local pointer", "image",          "sampler",
                                      "pipe",          "queue"};
    for (const KernelArgument &argument : kernel.arguments)
      outs() << "  at " << argument.offset << ": " << argument.size << " bytes, "
             << kKinds[unsigned(argument.kind)] << ' ' << argument.typeName << ' ' << argument.name
             << '\n';
  }
  outs() << result.report;
}

/// The build log with the file's name where it says `<source>`, for editors to jump to.
std::string withName(std::string log, const std::string &name) {
  static constexpr StringRef kSource = "<source>:";
  for (std::size_t at = 0; (at = log.find(kSource, at)) != std::string::npos; at += name.size())
    log.replace(at, kSource.size() - 1, name);
  return log;
}

int compileFile(CommandLine &line) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> source = MemoryBuffer::getFileOrSTDIN(line.input);
  if (!source)
    return !fail("cannot read " + line.input + ": " + source.getError().message());
  line.request.source = (*source)->getBuffer();
  if (line.input != "-")
    line.request.sourceName = line.input;
  SmallString<256> folder;
  sys::fs::current_path(folder);
  line.request.workingDirectory = std::string(folder);

  std::optional<Show> show;
  if (line.emit == "kernel-ir")
    show = Show::KernelIR;
  else if (line.emit == "ir")
    show = Show::IR;
  else if (line.emit == "asm")
    show = Show::Assembly;
  else if (line.emit != "object")
    return !fail("--emit is object, kernel-ir, ir or asm");

  onFatalError([](const std::string &reason) {
    fail("the compiler gave up: " + reason);
    errs().flush();
    _Exit(1);
  });
  Compiler compiler;
  if (line.warm)
    compiler.warmUp();
  if (!line.timeTrace.empty())
    timeTraceProfilerInitialize(/*TimeTraceGranularity=*/50, "weftc");
  std::string text;
  CompileResult result = compiler.compile(line.request, show, &text);
  if (!line.timeTrace.empty()) {
    if (Error error = timeTraceProfilerWrite(line.timeTrace, line.timeTrace))
      return !fail(toString(std::move(error)));
    timeTraceProfilerCleanup();
  }
  errs() << (line.input == "-" ? result.log : withName(result.log, line.input));
  if (line.timeReport)
    errs() << compiler.stageTimes();
  if (result.status != CompileStatus::Success)
    return 1;
  if (line.report)
    printReport(result);
  if (!write(line.output, show ? text : result.object))
    return 1;
  return 0;
}

} // namespace

int main(int count, char **words) {
  StringRef first = count > 1 ? words[1] : "--help";
  if (first == "--server") {
    int descriptor = kServerDescriptor;
    if (count != 3 || StringRef(words[2]).getAsInteger(10, descriptor))
      return 2;
    return serve(descriptor);
  }
  if (first == "--help" || first == "-h") {
    outs() << kUsage;
    return 0;
  }
  if (first == "--version") {
    outs() << "weftc " WEFT_VERSION ", LLVM " LLVM_VERSION_STRING "\n";
    return 0;
  }
  CommandLine line;
  if (!parse(count, words, line))
    return 2;
  int status = compileFile(line);
  outs().flush();
  errs().flush();
  // Nothing is left to do, and taking the IR apart costs more than a small compilation.
  _Exit(status);
}
