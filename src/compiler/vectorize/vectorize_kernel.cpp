// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vectorize/vectorize_kernel.h"

#include "lower/lane_operations.h"
#include "vectorize/private_layout.h"
#include "vectorize/structurize.h"

namespace weft::compiler {

using namespace llvm;

PreservedAnalyses VectorizeKernelPass::run(Function &kernel, FunctionAnalysisManager &) {
  setSubGroupSize(kernel, width_);
  structurizeDivergentControlFlow(kernel);
  const auto privateStrides = layOutPrivateMemory(kernel, width_);

  DominatorTree dominators(kernel);
  PostDominatorTree postDominators(kernel);
  LoopInfo loops(dominators);
  PacketUniformity uniformity(kernel);
  ShapeAnalysis shapes(kernel, loops, uniformity, privateStrides);
  PacketWidener widener(kernel, width_, dominators, postDominators, loops, uniformity, shapes);

  VectorizationResult result;
  result.vectorized = widener.canWiden(result.reason);
  if (result.vectorized) {
    widener.run();
    lowerLaneOperations(kernel);
    result.remarks = widener.remarks();
  }
  if (result_)
    *result_ = std::move(result);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
