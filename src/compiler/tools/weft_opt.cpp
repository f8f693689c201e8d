// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs passes by name on an .ll file and prints what becomes of it: the tests of tests/passes.
//
//   weft_opt -passes='function(weft-integer-division)' [--cpu=NAME] FILE
#include "codegen/target.h"
#include "pipeline_passes.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace weft::compiler;

static cl::opt<std::string> input(cl::Positional, cl::init("-"), cl::desc("<file.ll>"));
static cl::opt<std::string> pipeline("passes", cl::desc("Passes, as opt takes them"));
// Also the default of tests, whose expectations must not depend on the machine.
static cl::opt<std::string> cpu("cpu", cl::init("x86-64-v3"), cl::desc("CPU to compile for"));

int main(int count, char **words) {
  InitLLVM init(count, words);
  cl::ParseCommandLineOptions(count, words, "passes of the Weft compiler by name\n");
  auto fail = [&](const Twine &reason) {
    errs() << "weft_opt: " << reason << '\n';
    return 1;
  };
  initializeTargets();
  weft::CodeOptions code;
  code.cpu = cpu;
  Expected<std::unique_ptr<TargetMachine>> target =
      createTargetMachine(code, /*disableOptimization=*/false);
  if (!target)
    return fail(toString(target.takeError()));

  LLVMContext context;
  SMDiagnostic problem;
  std::unique_ptr<Module> module = parseIRFile(input, problem, context);
  if (!module) {
    problem.print("weft_opt", errs());
    return 1;
  }
  PassFrame frame(context, target->get(), /*verifyEach=*/true);
  ModulePassManager passes;
  if (Error error = frame.builder().parsePassPipeline(passes, pipeline))
    return fail(toString(std::move(error)));
  passes.run(*module, frame.module());
  if (verifyModule(*module, &errs()))
    return fail("the result is not valid");
  module->print(outs(), nullptr);
  return 0;
}
