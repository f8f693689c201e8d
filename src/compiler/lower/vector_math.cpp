// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/vector_math.h"

#include "lower/machine_math.h"
#include "lower/math_names.h"
#include "lower/math_target.h"
#include "lower/sleef.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace weft::compiler {

using namespace llvm;

/// A body of more instructions than this is shared by its callers instead of copied into each.
static constexpr unsigned kInlineAlways = 160;

static FunctionType *widened(FunctionType *scalar, unsigned lanes) {
  SmallVector<Type *, 3> parameters;
  for (Type *parameter : scalar->params())
    parameters.push_back(FixedVectorType::get(parameter, lanes));
  return FunctionType::get(FixedVectorType::get(scalar->getReturnType(), lanes), parameters, false);
}

static void markPure(Function &function) {
  function.setDoesNotAccessMemory();
  function.setDoesNotThrow();
  function.setWillReturn();
  function.setDoesNotFreeMemory();
  function.setSpeculatable();
}

/// Callers that a vectoriser made and bodies that come from the builtins agree on the convention.
static void useOneConvention(Function &function) {
  function.setCallingConv(CallingConv::C);
  for (User *user : function.users())
    if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == &function)
      call->setCallingConv(CallingConv::C);
}

PreservedAnalyses AnnotateVectorMathPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = setMathConstants(module, target_, relaxed_);
  const MCSubtargetInfo &cpu = *target_.getMCSubtargetInfo();
  unsigned registerBits = cpu.checkFeatures("+avx512f") ? 512
                          : cpu.checkFeatures("+avx")   ? 256
                                                        : 128;

  SmallVector<Function *, 16> functions;
  for (Function &function : module)
    if (function.isDeclaration() && parseMathName(function.getName()))
      functions.push_back(&function);
  SmallVector<GlobalValue *, 64> forms;
  for (Function *function : functions) {
    markPure(*function);
    useOneConvention(*function);
    changed = true;
    MathName name = *parseMathName(function->getName());
    if (name.lanes != 1)
      continue;
    SmallVector<std::string, 3> variants;
    unsigned elementBits = name.isDouble ? 64 : 32;
    for (unsigned bits = 128; bits <= registerBits; bits *= 2) {
      unsigned lanes = bits / elementBits;
      std::string vectorName = name.withLanes(lanes);
      FunctionCallee form =
          module.getOrInsertFunction(vectorName, widened(function->getFunctionType(), lanes));
      markPure(*cast<Function>(form.getCallee()));
      forms.push_back(cast<GlobalValue>(form.getCallee()));
      std::string parameters(function->arg_size(), 'v');
      variants.push_back("_ZGV_LLVM_N" + std::to_string(lanes) + parameters + "_" +
                         function->getName().str() + "(" + vectorName + ")");
    }
    for (User *user : function->users())
      if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == function)
        VFABI::setVectorVariantNames(call, variants);
  }
  // The vectoriser looks for a form that the module declares, and no one calls it before that.
  if (!forms.empty())
    appendToCompilerUsed(module, forms);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

/// The forms that no loop was widened to need not be defined.
static void dropUnusedForms(Module &module) {
  removeFromUsedLists(module, [](Constant *constant) {
    auto *function = dyn_cast<Function>(constant->stripPointerCasts());
    return function && parseMathName(function->getName());
  });
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || !parseMathName(function.getName()))
      continue;
    function.removeDeadConstantUsers(); // the initialiser that the list had
    if (function.use_empty())
      function.eraseFromParent();
  }
}

static void chooseInlining(Function &function) {
  function.removeFnAttr(Attribute::AlwaysInline);
  function.removeFnAttr(Attribute::NoInline);
  bool copy = function.hasOneUse() || function.getInstructionCount() <= kInlineAlways;
  function.addFnAttr(copy ? Attribute::AlwaysInline : Attribute::NoInline);
}

PreservedAnalyses LowerVectorMathPass::run(Module &module, ModuleAnalysisManager &analyses) {
  dropUnusedForms(module);
  link_(module);
  setMathConstants(module, target_, relaxed_);

  // The constants decide between own code and SLEEF: the dead half must go before sizes are taken.
  FunctionPassManager fold;
  fold.addPass(InstSimplifyPass());
  fold.addPass(SimplifyCFGPass());
  auto &functionAnalyses =
      analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  SmallVector<Function *, 16> linked;
  for (Function &function : module) {
    if (function.isDeclaration() || !parseMathName(function.getName()))
      continue;
    linked.push_back(&function);
    useOneConvention(function);
    functionAnalyses.invalidate(function, fold.run(function, functionAnalyses));
  }
  // Callees first is not needed: the inliner works bottom-up by itself.
  for (Function *function : linked)
    if (function->use_empty()) {
      functionAnalyses.clear(*function, function->getName());
      function->eraseFromParent();
    } else {
      chooseInlining(*function);
    }
  AlwaysInlinerPass(/*InsertLifetime=*/false).run(module, analyses);
  lowerSleefCalls(module, target_);
  lowerMachineMath(module, target_);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
