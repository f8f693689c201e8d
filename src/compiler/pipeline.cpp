// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of the passes, and why.
#include "pipeline.h"

#include "analysis/kernel_info.h"
#include "codegen/dump.h"
#include "codegen/target.h"
#include "compile_kernel.h"
#include "lower/address_spaces.h"
#include "lower/device_enqueue.h"
#include "lower/initializer.h"
#include "lower/inline_calls.h"
#include "lower/integer_division.h"
#include "lower/link_builtins.h"
#include "lower/local_atomics.h"
#include "lower/math_names.h"
#include "lower/narrow_ids.h"
#include "lower/opaque_types.h"
#include "lower/printf.h"
#include "lower/program_scope.h"
#include "lower/vector_math.h"
#include "optimize.h"
#include "pipeline_passes.h"
#include "work_group/descriptors.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace weft::compiler {
namespace {

void dumpStage(const PipelineOptions &options, const Module &module, StringRef stage) {
  if (dumps(options.code, "ir"))
    dumpText(options.code, "ir", (stage + ".ll").str(),
             [&](raw_ostream &out) { module.print(out, nullptr); });
}

// --- The whole program -------------------------------------------------------------------------

Error checkReferences(const Module &program, const Module &builtins) {
  for (const Function &function : program) {
    StringRef name = function.getName();
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty() ||
        name.starts_with("__weft_") || name == "printf" || isDeviceEnqueueFunction(name))
      continue;
    const Function *builtin = builtins.getFunction(name);
    if (!builtin || (builtin->isDeclaration() && !builtin->isMaterializable()))
      return createStringError("undefined reference to '" + name.str() + "'");
  }
  for (const GlobalVariable &variable : program.globals())
    if (variable.isDeclaration() && !variable.use_empty() &&
        !variable.getName().starts_with("weft.kernel."))
      return createStringError("undefined reference to '" + variable.getName().str() + "'");
  return Error::success();
}

std::uint64_t weightOf(Function &unit) {
  SmallPtrSet<Function *, 16> seen = {&unit};
  SmallVector<Function *> work = {&unit};
  std::uint64_t weight = 1;
  while (!work.empty())
    for (Instruction &instruction : instructions(*work.pop_back_val())) {
      ++weight;
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (Function *callee = call->getCalledFunction())
          if (seen.insert(callee).second)
            work.push_back(callee);
    }
  return weight;
}

// --- A part of it ------------------------------------------------------------------------------

/// What the part does not compile goes, so that only its builtins are linked.
void reduce(Module &program, ArrayRef<std::string> units) {
  for (Function &function : program) {
    if (function.isDeclaration() || is_contained(units, function.getName()))
      continue;
    function.setLinkage(GlobalValue::InternalLinkage);
    function.setVisibility(GlobalValue::DefaultVisibility);
    if (isKernel(function))
      function.setCallingConv(CallingConv::SPIR_FUNC); // one that a unit may call
  }
  for (GlobalVariable &variable : program.globals())
    if (!variable.isDeclaration())
      variable.setLinkage(GlobalValue::InternalLinkage);
}

void finish(Module &program, PassFrame &frame, Module &builtins, TargetMachine &target,
            const PipelineOptions &options) {
  // What these steps leave to be simplified is in few functions.
  SmallSetVector<Function *, 8> changed;
  for (Function &math : program)
    if (parseMathName(math.getName()))
      for (User *user : math.users())
        if (auto *call = dyn_cast<CallInst>(user))
          changed.insert(call->getFunction());
  // Only now: a vectoriser widens calls by name, but not the code that stands behind them.
  LowerVectorMathPass(target, options.relaxedMath, [&](Module &module) {
    linkBuiltins(module, builtins, ElementwiseMath::Defined);
    setTarget(module, target);
  }).run(program, frame.module());
  frame.function().clear();
  for (Function &function : program) {
    // To everything before, an atomic operation is one that work-items do one at a time.
    if (!LowerLocalAtomicsPass().run(function, frame.function()).areAllPreserved())
      changed.insert(&function);
  }
  FunctionPassManager cleanUp;
  cleanUp.addPass(InstCombinePass());
  cleanUp.addPass(SimplifyCFGPass());
  for (Function *function : changed)
    cleanUp.run(*function, frame.function());
  frame.function().clear();
  GlobalDCEPass().run(program, frame.module());
  // Last: until here they tell alias analysis what cannot alias.
  LowerAddressSpacesPass().run(program, frame.module());
}

} // namespace

Expected<PreparedProgram> prepareProgram(Module &program, const Module &builtins,
                                         TargetMachine &target, const PipelineOptions &options) {
  PassFrame frame(program.getContext(), &target, options.code.verifyEach);
  setTarget(program, target);
  dumpStage(options, program, "kernel-ir");

  ModulePassManager passes;
  // Before anything may conclude that a divisor is not zero.
  passes.addPass(createModuleToFunctionPassAdaptor(GuardIntegerDivisionPass()));
  // Over the whole program: a block may be enqueued in one part and compiled in another.
  passes.addPass(LowerDeviceEnqueuePass());
  passes.run(program, frame.module());
  if (Error undefined = checkReferences(program, builtins))
    return std::move(undefined);

  PreparedProgram prepared;
  // One layout for all parts. Constructors cease to be kernels here.
  ProgramScope scope = lowerProgramScope(program);
  prepared.programScopeBytes = scope.bytes;
  prepared.programScopeAlignment = scope.alignment;
  prepared.hasInitializer = scope.hasInitializer;
  for (Function &function : program) {
    if (!isKernel(function))
      continue;
    prepared.units.push_back({function.getName().str(), weightOf(function)});
    if (isBlockKernel(function))
      prepared.blockKernels.push_back(function.getName().str());
    else
      prepared.kernels.push_back(signatureOf(function));
  }
  if (scope.hasInitializer)
    prepared.units.push_back(
        {kInitializerName.str(), weightOf(*program.getFunction(kInitializerName))});
  dumpStage(options, program, "prepared");
  return prepared;
}

Expected<std::vector<CompiledKernel>> compileKernels(Module &program, ArrayRef<std::string> units,
                                                     Module &builtins, TargetMachine &target,
                                                     const PipelineOptions &options) {
  PassFrame frame(program.getContext(), &target, options.code.verifyEach);
  reduce(program, units);
  GlobalDCEPass().run(program, frame.module());
  linkBuiltins(program, builtins, ElementwiseMath::Declared);
  setTarget(program, target);

  ModulePassManager inlining;
  // Builtins divide, too.
  inlining.addPass(createModuleToFunctionPassAdaptor(GuardIntegerDivisionPass()));
  inlining.addPass(AnnotateVectorMathPass(target, options.relaxedMath));
  // Builtins have met the program by their types, so these may change.
  inlining.addPass(LowerOpaqueTypesPass());
  inlining.addPass(MarkForInliningPass());
  FunctionPassManager before;
  // Formats are literals as long as printf stands where it was written.
  before.addPass(LowerPrintfPass());
  // Callees are copied into each caller: what they lose first is lost once.
  before.addPass(SROAPass(SROAOptions::ModifyCFG));
  before.addPass(EarlyCSEPass());
  inlining.addPass(createModuleToFunctionPassAdaptor(std::move(before)));
  inlining.addPass(AlwaysInlinerPass());
  inlining.addPass(GlobalDCEPass());
  inlining.addPass(FixDimensionsPass());
  inlining.addPass(createModuleToFunctionPassAdaptor(simplifyKernel(!options.disableOptimization)));
  inlining.run(program, frame.module());
  dumpStage(options, program, "kernels");

  std::vector<CompiledKernel> compiled;
  SmallVector<Function *> kernels;
  for (Function &function : program) {
    if (function.getName() == kInitializerName && !function.isDeclaration())
      lowerInitializer(function);
    else if (isKernel(function))
      kernels.push_back(&function);
  }
  for (Function *kernel : kernels) {
    Expected<CompiledKernel> made = compileKernel(*kernel, frame, target, options);
    if (!made)
      return made.takeError();
    compiled.push_back(std::move(*made));
  }
  frame.module().clear();
  dumpStage(options, program, "work-groups");

  optimizeForms(program, frame, !options.disableOptimization);
  finish(program, frame, builtins, target, options);
  if (!options.disableOptimization)
    reduceLoopStrength(program, frame);
  dumpStage(options, program, "optimized");
  return compiled;
}

std::unique_ptr<Module> emitModuleTable(LLVMContext &context, TargetMachine &target,
                                        const PreparedProgram &prepared) {
  auto module = std::make_unique<Module>("weft.table", context);
  ModuleDescription description;
  for (const KernelSignature &kernel : prepared.kernels)
    description.kernels.push_back(kernel.name);
  append_range(description.kernels, prepared.blockKernels);
  description.programScopeBytes = prepared.programScopeBytes;
  description.programScopeAlignment = std::max<std::uint64_t>(1, prepared.programScopeAlignment);
  if (prepared.hasInitializer)
    description.initializer = kInitializerName.str();
  setTarget(*module, target);
  emitModuleDescriptor(*module, description);
  setTarget(*module, target);
  return module;
}

} // namespace weft::compiler
