// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vectorize/structurize.h"

#include "analysis/packet_uniformity.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/StructurizeCFG.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/UnifyFunctionExitNodes.h"
#include "llvm/Transforms/Utils/UnifyLoopExits.h"

namespace weft::compiler {

using namespace llvm;

void structurizeDivergentControlFlow(Function &kernel) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager callGraph;
  ModuleAnalysisManager modules;
  // The structurizer asks the target which branches diverge; registered first, ours is the answer.
  DivergentValues exitPhis;
  functions.registerPass([&] {
    return TargetIRAnalysis([&](const Function &function) {
      return uniformityModel(function.getDataLayout(), UniformityScope::Packet, &exitPhis);
    });
  });
  PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);

  FunctionPassManager simplify;
  simplify.addPass(LowerSwitchPass());
  simplify.addPass(UnifyFunctionExitNodesPass());
  simplify.addPass(FixIrreduciblePass());
  simplify.addPass(LoopSimplifyPass());
  simplify.addPass(UnifyLoopExitsPass());
  // Before structurising too: a value that is the same in all lanes inside a loop differs behind it
  // where lanes left at different times, and only a phi can be divergent on that account.
  simplify.addPass(LCSSAPass());
  simplify.run(kernel, functions);

  exitPhis = divergentExitPhis(kernel);
  functions.clear();
  FunctionPassManager structurize;
  structurize.addPass(StructurizeCFGPass(/*SkipUniformRegions=*/true));
  structurize.addPass(LoopSimplifyPass());
  structurize.addPass(LCSSAPass());
  structurize.run(kernel, functions);
}

} // namespace weft::compiler
