// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/packet_uniformity.h"

#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassInstrumentation.h"

namespace weft::compiler {

using namespace llvm;

PacketUniformity::PacketUniformity(Function &kernel, const DivergentValues *known) {
  analyses_.registerPass([] { return PassInstrumentationAnalysis(); });
  analyses_.registerPass([] { return DominatorTreeAnalysis(); });
  analyses_.registerPass([] { return CycleAnalysis(); });
  analyses_.registerPass([] { return UniformityInfoAnalysis(); });
  analyses_.registerPass([known] {
    return TargetIRAnalysis([known](const Function &function) {
      return uniformityModel(function.getDataLayout(), UniformityScope::Packet, known);
    });
  });
  info_ = &analyses_.getResult<UniformityInfoAnalysis>(kernel);
}

DivergentValues divergentExitPhis(Function &kernel) {
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  DivergentValues found;
  // One finding can make another loop's exit divergent.
  for (std::size_t before = ~std::size_t(0); before != found.size();) {
    before = found.size();
    PacketUniformity uniformity(kernel, &found);
    for (const Loop *loop : loops.getLoopsInPreorder()) {
      SmallVector<BasicBlock *> exiting, exits;
      loop->getExitingBlocks(exiting);
      if (exiting.size() < 2 || none_of(exiting, [&](const BasicBlock *block) {
            return uniformity.hasDivergentTerminator(*block);
          }))
        continue;
      loop->getUniqueExitBlocks(exits);
      for (BasicBlock *exit : exits)
        for (PHINode &phi : exit->phis())
          if (!phi.hasConstantOrUndefValue())
            found.insert(&phi);
    }
  }
  return found;
}

} // namespace weft::compiler
