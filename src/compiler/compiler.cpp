// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler.h"

#include "builtins/embedded.h"
#include "codegen/dump.h"
#include "codegen/emit.h"
#include "codegen/link.h"
#include "codegen/report.h"
#include "codegen/target.h"
#include "frontend/build_options.h"
#include "frontend/clang_frontend.h"
#include "frontend/kernel_ir.h"
#include "frontend/kernel_metadata.h"
#include "frontend/program_checks.h"
#include "parallel_codegen.h"
#include "pipeline.h"
#include "stage_clock.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace weft::compiler {

namespace {

std::string asLog(Error error) {
  std::string log = toString(std::move(error));
  if (!StringRef(log).starts_with("error:"))
    log = "error: " + log;
  if (log.back() != '\n')
    log += '\n';
  return log;
}

std::string asText(const Module &module) {
  std::string text;
  raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return text;
}

void addFacts(ArrayRef<CompiledKernel> compiled, std::vector<KernelSignature> &kernels) {
  StringMap<const CompiledKernel *> byName;
  for (const CompiledKernel &kernel : compiled)
    byName[kernel.name] = &kernel;
  for (KernelSignature &signature : kernels) {
    const CompiledKernel *facts = byName.lookup(signature.name);
    if (!facts)
      continue;
    signature.localBytes = facts->localBytes;
    signature.privateBytes = facts->privateBytes;
    signature.preferredMultiple = facts->preferredMultiple;
    signature.subGroupSize = facts->subGroupSize;
    signature.stackBytes = facts->stackBytes;
  }
}

} // namespace

struct Compiler::State {
  LLVMContext context;
  std::unique_ptr<Module> builtins;
  std::unique_ptr<TargetMachine> hostTarget;
  StageClock clock;
  std::optional<Show> show;
  std::string *shown = nullptr;

  void build(const CompileRequest &request, const BuildOptions &options, CompileResult &result);
  void link(const CompileRequest &request, const BuildOptions &options, CompileResult &result);
  void finish(const CompileRequest &request, std::unique_ptr<Module> module, CompileResult &result);
  Error makeExecutable(const CompileRequest &request, Module &module, CompileResult &result);
  bool showing(Show what) const { return show == what; }
};

Compiler::Compiler() : state_(std::make_unique<State>()) {
  StageClock &clock = state_->clock;
  clock.begin("targets");
  initializeTargets();
  state_->hostTarget = cantFail(createTargetMachine(CodeOptions{}, /*disableOptimization=*/false));
  warmTarget(*state_->hostTarget, state_->context);
  clock.begin("builtins");
  // Values in IR need no names but for people.
  state_->context.setDiscardValueNames(true);
  StringRef bitcode = weft::builtins::bitcode();
  state_->builtins =
      cantFail(getLazyBitcodeModule(MemoryBufferRef(bitcode, "builtins"), state_->context),
               "the embedded builtins are no bitcode of this LLVM");
  clock.end();
}

Compiler::~Compiler() = default;

std::string Compiler::stageTimes() const { return state_->clock.lines(); }

void Compiler::warmUp() {
  CompileRequest request;
  request.source = "kernel void warm(global float *out, local int *l, float4 v) {\n"
                   "  size_t i = get_global_id(0);\n"
                   "  l[get_local_id(0)] = i; barrier(CLK_LOCAL_MEM_FENCE);\n"
                   "  for (int j = 0; j < 8; ++j) out[i] += sqrt(v.x) * l[j];\n"
                   "}\n";
  std::string object;
  compile(request, Show::Object, &object);
}

CompileResult Compiler::compile(const CompileRequest &request, std::optional<Show> show,
                                std::string *text) {
  State &state = *state_;
  state.show = show;
  state.shown = text;
  if ((show && show != Show::Object) || !request.code.dumpStages.empty())
    state.context.setDiscardValueNames(false);

  CompileResult result;
  Expected<BuildOptions> options = parseBuildOptions(request.options, request.action);
  if (!options) {
    result.status = CompileStatus::InvalidOptions;
    result.log = asLog(options.takeError());
    return result;
  }
  if (request.action == CompileAction::Build || request.action == CompileAction::Compile)
    state.build(request, *options, result);
  else
    state.link(request, *options, result);
  state.clock.end();
  return result;
}

void Compiler::State::build(const CompileRequest &request, const BuildOptions &options,
                            CompileResult &result) {
  clock.begin("front end");
  dumpText(request.code, "source", "cl", [&](raw_ostream &out) { out << request.source; });
  FrontendResult source = runFrontend(request, options, context);
  result.log = std::move(source.log);
  result.dependencies = std::move(source.dependencies);
  if (!source.module)
    return;
  writeNote(*source.module, options);
  if (options.kernelArgumentInfo)
    keepArgumentInfo(*source.module);
  if (showing(Show::KernelIR)) {
    *shown = asText(*source.module);
    result.status = CompileStatus::Success;
    return;
  }
  if (request.action == CompileAction::Compile) {
    result.kernelIR = writeKernelIR(*source.module);
    result.kind = BinaryKind::CompiledObject;
    result.status = CompileStatus::Success;
    return;
  }
  finish(request, std::move(source.module), result);
}

void Compiler::State::link(const CompileRequest &request, const BuildOptions &options,
                           CompileResult &result) {
  clock.begin("read");
  std::vector<std::unique_ptr<Module>> modules;
  for (const std::string &bytes : request.modules) {
    Expected<std::unique_ptr<Module>> module = readKernelIR(bytes, context);
    if (!module) {
      result.status = CompileStatus::InvalidBinary;
      result.log += asLog(module.takeError());
      return;
    }
    modules.push_back(std::move(*module));
  }
  if (modules.empty()) {
    result.status = CompileStatus::InvalidBinary;
    result.log = "error: nothing to link\n";
    return;
  }
  Expected<std::unique_ptr<Module>> whole = linkKernelIR(std::move(modules));
  if (!whole) {
    result.log += asLog(whole.takeError());
    return;
  }
  if (showing(Show::KernelIR)) {
    *shown = asText(**whole);
    result.status = CompileStatus::Success;
    return;
  }
  if (options.createLibrary) {
    result.kernelIR = writeKernelIR(**whole);
    result.kind = BinaryKind::Library;
    result.status = CompileStatus::Success;
    return;
  }
  finish(request, std::move(*whole), result);
}

void Compiler::State::finish(const CompileRequest &request, std::unique_ptr<Module> module,
                             CompileResult &result) {
  if (Error error = makeExecutable(request, *module, result)) {
    result.log += asLog(std::move(error));
    result.kernels.clear();
    return;
  }
  result.kind = BinaryKind::Executable;
  result.status = CompileStatus::Success;
}

Error Compiler::State::makeExecutable(const CompileRequest &request, Module &module,
                                      CompileResult &result) {
  dumpText(request.code, "ir", "kernel.ll", [&](raw_ostream &out) { out << asText(module); });
  clock.begin("prepare");
  if (Error error = checkNoRecursion(module))
    return error;
  Expected<CodeGenerationOptions> note = readNote(module);
  if (!note)
    return note.takeError();
  PipelineOptions options;
  options.code = request.code;
  options.disableOptimization = note->disableOptimization;
  options.debugErrors = note->debug;
  options.uniformWorkGroups = note->uniformWorkGroups;
  options.relaxedMath = note->relaxedMath;

  std::unique_ptr<TargetMachine> otherTarget;
  if (!request.code.cpu.empty() || note->disableOptimization) {
    Expected<std::unique_ptr<TargetMachine>> made =
        createTargetMachine(request.code, note->disableOptimization);
    if (!made)
      return made.takeError();
    otherTarget = std::move(*made);
  }
  TargetMachine &target = otherTarget ? *otherTarget : *hostTarget;

  Expected<PreparedProgram> prepared = prepareProgram(module, *builtins, target, options);
  if (!prepared)
    return prepared.takeError();
  describeKernels(module, prepared->kernels);
  result.kernels = prepared->kernels;

  if (show) {
    clock.begin("compile");
    std::vector<std::string> everything;
    for (const CompileUnit &unit : prepared->units)
      everything.push_back(unit.name);
    Expected<std::vector<CompiledKernel>> kernels =
        compileKernels(module, everything, *builtins, target, options);
    if (!kernels)
      return kernels.takeError();
    addFacts(*kernels, result.kernels);
    if (showing(Show::IR)) {
      *shown = asText(module);
      return Error::success();
    }
    clock.begin("emit");
    CompileReport &report = CompileReport::install(module.getContext(), /*remarks=*/false);
    Expected<std::string> code =
        emit(module, target, showing(Show::Object) ? EmitKind::Object : EmitKind::Assembly);
    if (!code)
      return code.takeError();
    if (std::string errors = report.takeErrors(); !errors.empty())
      return createStringError(errors);
    *shown = std::move(*code);
    return Error::success();
  }

  clock.begin("compile");
  Expected<GeneratedCode> code =
      generateCode(module, *prepared, *builtins, target, options, request.jobs);
  if (!code)
    return code.takeError();
  addFacts(code->kernels, result.kernels);
  result.report = std::move(code->remarks);

  clock.begin("link");
  Expected<std::string> object = linkKernelObject(code->objects);
  if (!object)
    return object.takeError();
  result.object = std::move(*object);
  return Error::success();
}

} // namespace weft::compiler
