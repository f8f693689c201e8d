// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vectorize/components.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"

#include <cmath>

namespace weft::compiler {

using namespace llvm;

namespace {

/// Apart, a kernel of vectors has several times its instructions: large ones take too long then.
constexpr unsigned kMaxInstructions = 600;

/// Shuffles of whole registers that either form needs, weighed by loop depth.
struct ShuffleCosts {
  double together = 0, apart = 0;

  void count(const Instruction &instruction, double weight) {
    const auto *vector = dyn_cast<FixedVectorType>(instruction.getType());
    if (isa<ExtractElementInst>(instruction)) {
      const auto *from = cast<FixedVectorType>(instruction.getOperand(0)->getType());
      together += weight * from->getNumElements();
    } else if (isa<InsertElementInst>(instruction)) {
      together += weight * 2 * vector->getNumElements();
    } else if (const auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) {
      together += weight * (shuffle->isIdentity() ? 0 : vector->getNumElements());
    } else if (const auto *load = dyn_cast<LoadInst>(&instruction); load && vector) {
      apart += weight * 2 * vector->getNumElements();
    } else if (isa<StoreInst>(instruction)) {
      if (const auto *stored = dyn_cast<FixedVectorType>(instruction.getOperand(0)->getType()))
        apart += weight * 2 * stored->getNumElements();
    } else if (isa<BitCastInst>(instruction) &&
               (vector || instruction.getOperand(0)->getType()->isVectorTy())) {
      apart += weight * 8; // through memory order
    } else if (const auto *call = dyn_cast<CallBase>(&instruction);
               call && vector && !isa<IntrinsicInst>(call)) {
      apart += weight * 4 * vector->getNumElements();
    }
  }
};

} // namespace

PreservedAnalyses SeparateComponentsPass::run(Function &kernel, FunctionAnalysisManager &analyses) {
  if (kernel.getInstructionCount() > kMaxInstructions)
    return PreservedAnalyses::all();
  ShuffleCosts costs;
  const auto &loops = analyses.getResult<LoopAnalysis>(kernel);
  for (BasicBlock &block : kernel) {
    const double weight = std::pow(8.0, std::min(loops.getLoopDepth(&block), 4u));
    for (Instruction &instruction : block)
      costs.count(instruction, weight);
  }
  if (costs.together <= costs.apart)
    return PreservedAnalyses::all();
  FunctionPassManager passes;
  ScalarizerPassOptions options;
  options.ScalarizeVariableInsertExtract = false;
  options.ScalarizeLoadStore = false;
  passes.addPass(ScalarizerPass(options));
  passes.addPass(EarlyCSEPass());
  return passes.run(kernel, analyses);
}

} // namespace weft::compiler
