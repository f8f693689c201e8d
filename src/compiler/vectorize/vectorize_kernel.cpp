// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vectorize/vectorize_kernel.h"

#include "lower/lane_operations.h"
#include "vectorize/private_layout.h"
#include "vectorize/structurize.h"

namespace weft::compiler {

using namespace llvm;

VectorizationResult vectorizeKernel(Function &kernel, unsigned width) {
  setSubGroupSize(kernel, width);
  structurizeDivergentControlFlow(kernel);
  const auto privateStrides = layOutPrivateMemory(kernel, width);

  DominatorTree dominators(kernel);
  PostDominatorTree postDominators(kernel);
  LoopInfo loops(dominators);
  PacketUniformity uniformity(kernel);
  ShapeAnalysis shapes(kernel, loops, uniformity, privateStrides);
  PacketWidener widener(kernel, width, dominators, postDominators, loops, uniformity, shapes);

  VectorizationResult result;
  result.vectorized = widener.canWiden(result.reason);
  if (result.vectorized) {
    widener.run();
    lowerLaneOperations(kernel);
    result.remarks = widener.remarks();
  }
  return result;
}

} // namespace weft::compiler
