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

namespace {

/// A phi like `phi` that promises nothing for the ways in `without`.
Value *withoutWays(PHINode &phi, const SmallPtrSetImpl<BasicBlock *> &without,
                   const DominatorTree &dominators) {
  Value *only = nullptr;
  bool isOnly = true;
  bool changes = false;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    Value *value = phi.getIncomingValue(i);
    if (isa<UndefValue>(value))
      continue;
    if (without.contains(phi.getIncomingBlock(i))) {
      changes = true;
      continue;
    }
    isOnly &= !only || only == value;
    only = value;
  }
  if (!changes)
    return &phi;
  if (only && isOnly && dominators.dominates(only, &phi))
    return only;
  auto *clone = cast<PHINode>(phi.clone());
  clone->insertBefore(phi.getIterator());
  for (unsigned i = 0; i < clone->getNumIncomingValues(); ++i)
    if (without.contains(clone->getIncomingBlock(i)))
      clone->setIncomingValue(i, PoisonValue::get(clone->getType()));
  return clone;
}

/// One phi in a latch may stand for what a work-item takes into the next iteration and for what it
/// takes out of the loop. Taken apart, a counter is the same again in all lanes that count.
void separateLoopExits(Function &kernel) {
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  for (Loop *loop : loops.getLoopsInPreorder()) {
    BasicBlock *latch = loop->getLoopLatch();
    auto *branch = latch ? dyn_cast<BranchInst>(latch->getTerminator()) : nullptr;
    if (!branch || !branch->isConditional())
      continue;
    auto *way = dyn_cast<PHINode>(branch->getCondition());
    if (!way || way->getParent() != latch)
      continue;
    const bool leavesIfTrue = branch->getSuccessor(1) == loop->getHeader();
    BasicBlock *exit = branch->getSuccessor(leavesIfTrue ? 0 : 1);
    SmallPtrSet<BasicBlock *, 4> leaving, staying;
    for (unsigned i = 0; i < way->getNumIncomingValues(); ++i)
      if (auto *known = dyn_cast<ConstantInt>(way->getIncomingValue(i)))
        (known->isOne() == leavesIfTrue ? leaving : staying).insert(way->getIncomingBlock(i));
    if (exit == loop->getHeader() || loop->contains(exit))
      continue;
    for (BasicBlock *next : {loop->getHeader(), exit})
      for (PHINode &user : next->phis()) {
        auto *phi = dyn_cast<PHINode>(user.getIncomingValueForBlock(latch));
        if (!phi || phi->getParent() != latch)
          continue;
        user.setIncomingValueForBlock(
            latch, withoutWays(*phi, next == exit ? staying : leaving, dominators));
        if (phi->use_empty())
          phi->eraseFromParent();
      }
  }
}

} // namespace

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
  separateLoopExits(kernel);
}

} // namespace weft::compiler
