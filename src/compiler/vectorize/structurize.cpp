// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vectorize/structurize.h"

#include "analysis/packet_uniformity.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/StructurizeCFG.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopRotationUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/UnifyFunctionExitNodes.h"
#include "llvm/Transforms/Utils/UnifyLoopExits.h"

namespace weft::compiler {

using namespace llvm;

namespace {

/// What a phi stands for where all other ways into it are out of the question, else null.
Value *onlyValue(const PHINode &phi) {
  Value *only = nullptr;
  for (Value *value : phi.incoming_values()) {
    if (isa<UndefValue>(value) || value == only)
      continue;
    if (only)
      return nullptr;
    only = value;
  }
  return only;
}

/// The value in the place of `before`, with a little arithmetic done earlier than it was; null
/// where that takes more.
Value *computedBefore(Instruction &before, Value *value, const DominatorTree &dominators,
                      unsigned depth = 0) {
  constexpr unsigned kMaxDepth = 4;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || dominators.dominates(instruction, &before))
    return value;
  if (depth > kMaxDepth)
    return nullptr;
  if (auto *phi = dyn_cast<PHINode>(instruction)) {
    Value *only = onlyValue(*phi);
    return only ? computedBefore(before, only, dominators, depth + 1) : nullptr;
  }
  const bool isArithmetic = isa<BinaryOperator, CastInst, GetElementPtrInst>(instruction);
  if (!isArithmetic || !isSafeToSpeculativelyExecute(instruction))
    return nullptr;
  SmallVector<Value *> operands;
  for (Value *operand : instruction->operands()) {
    Value *early = computedBefore(before, operand, dominators, depth + 1);
    if (!early)
      return nullptr;
    operands.push_back(early);
  }
  for (auto [i, operand] : enumerate(operands))
    instruction->setOperand(unsigned(i), operand);
  instruction->dropPoisonGeneratingFlags(); // the branch may have been what kept it from wrapping
  instruction->moveBefore(before.getIterator());
  return instruction;
}

/// `if (...) break;` makes the rest of a loop's body a region that lanes jump over, and the
/// counter's next value one that only some have: a phi where the lanes meet. If all have it, it is
/// no phi, and the counter remains the same step apart from lane to lane.
Value *computedByAllLanes(Value *next, const DominatorTree &dominators) {
  auto *phi = dyn_cast<PHINode>(next);
  Value *only = phi ? onlyValue(*phi) : nullptr;
  auto *node = only ? dominators.getNode(phi->getParent())->getIDom() : nullptr;
  Value *early =
      node ? computedBefore(*node->getBlock()->getTerminator(), only, dominators) : nullptr;
  return early ? early : next;
}

/// What `value` is where `way` is `taken`: of two phis of one block, only the ways into it count
/// that may have brought that. The others bring poison.
Value *onWay(Value *value, Value *way, bool taken, const DominatorTree &dominators) {
  auto *phi = dyn_cast<PHINode>(value);
  auto *ways = dyn_cast<PHINode>(way);
  if (!phi || !ways || phi->getParent() != ways->getParent())
    return value;
  auto *own = cast<PHINode>(phi->clone());
  for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
    Value *from = ways->getIncomingValueForBlock(phi->getIncomingBlock(i));
    auto *known = dyn_cast<ConstantInt>(from);
    if (known && known->isOne() != taken)
      own->setIncomingValue(i, PoisonValue::get(phi->getType()));
    else if (!known)
      own->setIncomingValue(i, onWay(phi->getIncomingValue(i), from, taken, dominators));
  }
  Value *only = onlyValue(*own);
  if ((only && dominators.dominates(only, phi)) || own->isIdenticalTo(phi)) {
    const bool isSame = own->isIdenticalTo(phi);
    own->deleteValue();
    return isSame ? phi : only;
  }
  own->insertBefore(phi->getIterator());
  return own;
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
    if (exit == loop->getHeader() || loop->contains(exit))
      continue;
    for (BasicBlock *next : {loop->getHeader(), exit})
      for (PHINode &user : next->phis()) {
        auto *phi = dyn_cast<PHINode>(user.getIncomingValueForBlock(latch));
        if (!phi || phi->getParent() != latch)
          continue;
        Value *own = onWay(phi, way, leavesIfTrue == (next == exit), dominators);
        user.setIncomingValueForBlock(latch,
                                      next == exit ? own : computedByAllLanes(own, dominators));
        RecursivelyDeleteTriviallyDeadInstructions(phi);
      }
  }
}

/// `for (i = get_local_id(0); i < n; i += get_local_size(0))`: where a loop asks at its end whether
/// it goes on, lanes that have left need no place inside to wait, and a counter remains the same
/// step apart from lane to lane. A loop that all lanes leave together has that without it.
void rotateDivergentLoops(Function &kernel) {
  constexpr unsigned kMaxHeader = 16; // what is copied before the loop, as LLVM's pass has it
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  SmallVector<Loop *> divergent;
  PacketUniformity uniformity(kernel);
  for (Loop *loop : loops.getLoopsInPreorder())
    if (uniformity.hasDivergentTerminator(*loop->getHeader()))
      divergent.push_back(loop);
  AssumptionCache assumptions(kernel);
  TargetTransformInfo costs(kernel.getDataLayout());
  for (Loop *loop : reverse(divergent))
    LoopRotation(loop, &loops, &costs, &assumptions, &dominators, /*SE=*/nullptr, /*MSSAU=*/nullptr,
                 SimplifyQuery(kernel.getDataLayout()), /*RotationOnly=*/false, kMaxHeader,
                 /*IsUtilMode=*/false);
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

  FunctionPassManager canonicalize;
  canonicalize.addPass(LowerSwitchPass());
  canonicalize.addPass(UnifyFunctionExitNodesPass());
  canonicalize.addPass(FixIrreduciblePass());
  canonicalize.addPass(LoopSimplifyPass());
  canonicalize.addPass(LCSSAPass());
  canonicalize.run(kernel, functions);
  removeUnreachableBlocks(kernel); // LowerSwitch leaves the default of a switch that never takes it
  functions.clear();
  rotateDivergentLoops(kernel);

  FunctionPassManager simplify;
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
