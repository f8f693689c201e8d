// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/clang_frontend.h"

#include "frontend/embedded_headers.h"
#include "frontend/language_features.h"
#include "frontend/opencl_cxx/library_action.h"

#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace weft::compiler {

namespace {

// Folders that exist in memory only.
constexpr const char *kOwnHeaders = "/weft/opencl";
constexpr const char *kProgramHeaders = "/weft/program";
constexpr const char *kLibraryHeaders = "/weft/opencl_cxx";

const char *standardName(LanguageStandard standard) {
  switch (standard) {
  case LanguageStandard::OpenCLC10:
    return "CL1.0";
  case LanguageStandard::OpenCLC11:
    return "CL1.1";
  case LanguageStandard::OpenCLC12:
    return "CL1.2";
  case LanguageStandard::OpenCLC20:
    return "CL2.0";
  case LanguageStandard::OpenCLC30:
    return "CL3.0";
  case LanguageStandard::OpenCLCpp10:
    return "CLC++1.0";
  case LanguageStandard::OpenCLCpp2021:
    return "CLC++2021";
  }
  llvm_unreachable("a standard without a name");
}

/// Whether a source includes more than the headers of the OpenCL C++ libraries, which are known to
/// mention no function that has to be declared for them.
bool includesOthers(StringRef source) {
  while (true) {
    source = source.split("include").second;
    if (source.empty())
      return false;
    StringRef name = source.ltrim(" \t");
    if (!name.consume_front("<"))
      return true;
    name = name.take_until([](char c) { return c == '>'; });
    if (none_of(libraryHeaders(), [&](auto &known) { return name == StringRef(known.name); }))
      return true;
  }
}

/// Whether the program, or what it may include, says so.
bool isUsed(const EmbeddedHeader &header, const CompileRequest &request) {
  StringRef trigger(header.trigger);
  auto mentions = [&](StringRef text) { return text.contains(trigger); };
  return trigger.empty() || mentions(request.source) || mentions(request.options) ||
         includesOthers(request.source) || !request.headers.empty();
}

/// Clang's own ("cc1") command line. Building the invocation from words and not field by field
/// keeps to the one interface of Clang that does not change from version to version.
std::vector<std::string> clangArguments(const CompileRequest &request, const BuildOptions &options,
                                        bool discardNames) {
  std::vector<std::string> words = {
      "-triple", "spir64-unknown-unknown", "-emit-llvm-only", "-x", "cl",
      std::string("-cl-std=") + standardName(options.standard),
      "-cl-ext=" + extensionOption(options), "-fdeclare-opencl-builtins",
      // Our pipeline optimises later, with the builtins linked in, or does not. With -O0 Clang
      // would leave out the bodies of inline functions.
      "-O2", "-disable-llvm-passes", "-mframe-pointer=none",
      // OpenCL C code puns types freely, and other drivers let it.
      "-relaxed-aliasing",
      // Names are always kept in the IR, for reports; hasArgumentInfo says whether to tell them.
      "-cl-kernel-arg-info", "-disable-free", "-fgnuc-version=4.2.1", "-Qn", "-ferror-limit", "50",
      "-main-file-name", "source.cl"};
  auto add = [&words](auto &&...more) { (words.push_back(more), ...); };
  if (discardNames)
    add("-discard-value-names");
  for (const EmbeddedHeader &header : embeddedHeaders())
    if (isUsed(header, request))
      add("-include", kOwnHeaders + ("/" + std::string(header.name)));

  LanguageMacros macros = languageMacros(options);
  for (std::string &macro : macros.define)
    add("-D", std::move(macro));
  for (std::string &macro : macros.undefine)
    add("-U", std::move(macro));
  for (const MacroOption &macro : options.macros)
    add("-D", macro.text);
  // clCompileProgram's headers come before files on disk. A quoted name is looked for in the
  // working folder too, as if the source lay there.
  if (!request.headers.empty())
    add("-iquote", kProgramHeaders, "-I", kProgramHeaders);
  add("-iquote", ".");
  for (const std::string &folder : options.includeFolders)
    add("-I", folder);
  if (options.standard == LanguageStandard::OpenCLCpp2021)
    add("-internal-isystem", kLibraryHeaders);

  // OpenCL C 3.0 6.15.2.1 FP_CONTRACT: on, which is within an expression. Only options that give
  // accuracy away allow more.
  bool fuseFreely = options.madEnable || options.unsafeMath || options.fastRelaxedMath;
  add(fuseFreely ? "-ffp-contract=fast" : "-ffp-contract=on");
  auto addIf = [&](bool wanted, const char *word) {
    if (wanted)
      add(word);
  };
  addIf(options.singlePrecisionConstant, "-cl-single-precision-constant");
  addIf(options.correctlyRoundedDivideSqrt, "-cl-fp32-correctly-rounded-divide-sqrt");
  // A variable keeps its place for a debugger, whatever its scope.
  addIf(options.disableOptimization, "-disable-lifetime-markers");
  addIf(options.madEnable, "-cl-mad-enable");
  addIf(options.noSignedZeros, "-cl-no-signed-zeros");
  addIf(options.unsafeMath, "-cl-unsafe-math-optimizations");
  // For Clang the option is no more than a macro; these make it act.
  if (options.finiteMathOnly)
    add("-cl-finite-math-only", "-menable-no-nans", "-menable-no-infs");
  addIf(options.fastRelaxedMath, "-cl-fast-relaxed-math");
  addIf(options.noWarnings, "-w");
  // What older Clangs, and drivers made of them, warned about, and C99 asks no more for: there are
  // programs enough with it. This Clang makes errors of them.
  if (options.warningsAreErrors)
    add("-Werror");
  else
    add("-Wno-error=incompatible-pointer-types", "-Wno-error=int-conversion",
        "-Wno-error=implicit-int", "-Wno-error=return-mismatch");
  if (options.debug)
    add("-debug-info-kind=constructor", "-dwarf-version=5", "-debugger-tuning=gdb",
        "-fdebug-compilation-dir=" + request.workingDirectory);
  // Only there: the name of the source is also where `#include "..."` looks first, and that is the
  // application's working folder.
  if (options.debug && !request.sourceName.empty())
    add("-fdebug-prefix-map=<source>=" + request.sourceName);
  add("-");
  return words;
}

/// Headers from memory over the real file system, seen from the application's working folder.
struct Files {
  IntrusiveRefCntPtr<vfs::InMemoryFileSystem> memory =
      makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  IntrusiveRefCntPtr<vfs::OverlayFileSystem> all = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(
      IntrusiveRefCntPtr<vfs::FileSystem>(vfs::createPhysicalFileSystem().release()));

  Files(const CompileRequest &request, const BuildOptions &options) {
    all->pushOverlay(memory);
    if (!request.workingDirectory.empty())
      all->setCurrentWorkingDirectory(request.workingDirectory);
    for (const EmbeddedHeader &header : embeddedHeaders())
      add(kOwnHeaders, header.name, header.text);
    if (options.standard == LanguageStandard::OpenCLCpp2021)
      for (const EmbeddedHeader &header : libraryHeaders())
        add(kLibraryHeaders, header.name, header.text);
    // Where a name is given twice the last one counts (API 5.8.5).
    for (const NamedSource &header : reverse(request.headers))
      add(kProgramHeaders, header.name, header.text);
  }

private:
  void add(StringRef folder, StringRef name, StringRef text) {
    SmallString<128> path(name);
    if (!sys::path::is_absolute(name)) {
      path = folder;
      sys::path::append(path, name);
    }
    // Refused where the path is taken, which is what the order above relies on.
    memory->addFile(path, 0, MemoryBuffer::getMemBuffer(text, path));
  }
};

std::vector<Dependency> filesRead(const clang::SourceManager &sources, vfs::FileSystem &memory) {
  std::vector<Dependency> files;
  for (auto at = sources.fileinfo_begin(); at != sources.fileinfo_end(); ++at) {
    SmallString<256> path(at->first.getName());
    std::optional<MemoryBufferRef> contents =
        at->second ? at->second->getBufferIfLoaded() : std::nullopt;
    if (!contents || contents->getBufferIdentifier() == "<source>")
      continue;
    if (memory.makeAbsolute(path) || memory.exists(path))
      continue;
    sys::path::remove_dots(path);
    files.push_back({std::string(path), xxh3_64bits(contents->getBuffer())});
  }
  return files;
}

} // namespace

FrontendResult runFrontend(const CompileRequest &request, const BuildOptions &options,
                           LLVMContext &context) {
  FrontendResult result;
  raw_string_ostream log(result.log);

  std::vector<std::string> words =
      clangArguments(request, options, context.shouldDiscardValueNames());
  std::vector<const char *> arguments;
  for (const std::string &word : words)
    arguments.push_back(word.c_str());

  auto invocation = std::make_shared<clang::CompilerInvocation>();
  {
    clang::DiagnosticOptions plain;
    clang::DiagnosticsEngine early(clang::DiagnosticIDs::create(), plain,
                                   new clang::TextDiagnosticPrinter(log, plain));
    if (!clang::CompilerInvocation::CreateFromArgs(*invocation, arguments, early))
      return result;
  }
  clang::FrontendInputFile &input = invocation->getFrontendOpts().Inputs.front();
  input = clang::FrontendInputFile(MemoryBufferRef(request.source, "<source>"), input.getKind());

  Files files(request, options);
  clang::CompilerInstance clang(invocation);
  clang.setVirtualFileSystem(files.all);
  clang.createDiagnostics(new clang::TextDiagnosticPrinter(log, clang.getDiagnosticOpts()));
  clang.setVerboseOutputStream(log); // "2 errors generated."

  LibraryAction action(context);
  bool good = clang.ExecuteAction(action);
  if (clang.hasSourceManager())
    result.dependencies = filesRead(clang.getSourceManager(), *files.memory);
  if (!good)
    return result;
  result.module = action.takeKernelIR();
  if (!result.module)
    return result;

  // C99 inline: the definition elsewhere that available_externally counts on never comes, because
  // a program is all there is. Programs rely on the body being used.
  for (Function &function : *result.module)
    if (function.hasAvailableExternallyLinkage())
      function.setLinkage(GlobalValue::LinkOnceODRLinkage);
  return result;
}

} // namespace weft::compiler
