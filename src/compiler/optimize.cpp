// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "optimize.h"

#include "codegen/llvm_option.h"
#include "lower/address_space.h"
#include "lower/constant_tables.h"
#include "lower/generic_pointers.h"
#include "lower/narrow_ids.h"
#include "pipeline_passes.h"
#include "work_group/emit_work_group.h"
#include "work_group/loop_metadata.h"

#include "llvm/IR/Module.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/AlignmentFromAssumptions.h"
#include "llvm/Transforms/Scalar/BDCE.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/DivRemPairs.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopLoadElimination.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopSink.h"
#include "llvm/Transforms/Scalar/LoopStrengthReduce.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/Reassociate.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"
#include "llvm/Transforms/Vectorize/VectorCombine.h"

using namespace llvm;

namespace weft::compiler {
namespace {

constexpr int kLevel = 3; // what -O3 says to passes that ask

/// A pass over the loops of the program and the loop along x, but not those round it; also without
/// the loop over packets where `own`.
template <class LoopPassT> class InnerLoops : public PassInfoMixin<InnerLoops<LoopPassT>> {
public:
  explicit InnerLoops(LoopPassT pass, bool own = false) : pass_(std::move(pass)), own_(own) {}
  PreservedAnalyses run(Loop &loop, LoopAnalysisManager &analyses,
                        LoopStandardAnalysisResults &results, LPMUpdater &updater) {
    if (findStringMetadataForLoop(&loop, kOuterLoop) ||
        (own_ && findStringMetadataForLoop(&loop, kPacketLoop)))
      return PreservedAnalyses::all();
    return pass_.run(loop, analyses, results, updater);
  }

private:
  LoopPassT pass_;
  bool own_;
};

/// Slots of the barrier regions become values, and what the emitter wrote plainly gets short.
void addFirstSteps(FunctionPassManager &passes) {
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
}

/// The program's own loops, and code that is the same for several work-items.
void addLoopSimplification(FunctionPassManager &passes) {
  passes.addPass(ReassociatePass());
  LoopPassManager shape;
  shape.addPass(LoopRotatePass(/*EnableHeaderDuplication=*/true));
  shape.addPass(LICMPass(LICMOptions()));
  shape.addPass(SimpleLoopUnswitchPass(/*NonTrivial=*/true));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(shape), /*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(InstCombinePass());
  LoopPassManager count;
  count.addPass(InnerLoops(IndVarSimplifyPass()));
  count.addPass(InnerLoops(LoopDeletionPass()));
  count.addPass(InnerLoops(LoopFullUnrollPass(kLevel)));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(count)));
  // Arrays whose indices unrolling has made constants.
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(GVNPass());
  passes.addPass(BDCEPass());
  passes.addPass(DSEPass());
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  passes.addPass(
      SimplifyCFGPass(SimplifyCFGOptions().hoistCommonInsts(true).sinkCommonInsts(true)));
}

/// LLVM's vectorisers, for a kernel that did not become packets.
void addVectorizers(FunctionPassManager &passes) {
  passes.addPass(LoopVectorizePass());
  passes.addPass(LoopLoadEliminationPass());
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());
  passes.addPass(SLPVectorizerPass());
}

void addLastSteps(FunctionPassManager &passes) {
  passes.addPass(VectorCombinePass());
  passes.addPass(LoopUnrollPass(LoopUnrollOptions(kLevel)));
  passes.addPass(InstCombinePass());
  passes.addPass(AlignmentFromAssumptionsPass());
  passes.addPass(LoopSinkPass());
  passes.addPass(DivRemPairsPass());
  passes.addPass(SimplifyCFGPass());
}

/// The code generator's own run of it takes the loops over rows and groups, too, where it has
/// seven counters in each to choose from and takes a sixth of all time.
void disableCodeGeneratorsRun() { setLlvmOption("disable-lsr", "true"); }

} // namespace

FunctionPassManager simplifyKernel(bool isOptimized) {
  FunctionPassManager passes;
  // Variables become values first: everything below looks at values.
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass());
  // Before InstCombine, which hides truncated ids in masks and shifts, and reads tables in place.
  passes.addPass(NarrowIdsPass());
  passes.addPass(ConstantTablesPass());
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());
  // Generic pointers of inlined callees now meet the pointers they were made of.
  passes.addPass(InferAddressSpacesPass(unsigned(AddressSpace::Generic)));
  passes.addPass(LowerGenericPointersPass());
  // Private copies of structures whose address went through a generic pointer, and what that frees.
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(isOptimized));
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());
  passes.addPass(NarrowIdsPass());
  passes.addPass(ADCEPass());
  return passes;
}

FunctionPassManager simplifyPackets() {
  FunctionPassManager passes;
  passes.addPass(SimplifyCFGPass());
  passes.addPass(EarlyCSEPass());
  passes.addPass(InstCombinePass());
  passes.addPass(ADCEPass());
  passes.addPass(SimplifyCFGPass());
  passes.addPass(SROAPass(SROAOptions::PreserveCFG)); // a packet's arrays at constant indices
  return passes;
}

void optimizeForms(Module &module, PassFrame &frame, bool isOptimized) {
  FunctionPassManager light, items, packets;
  for (FunctionPassManager *passes : {&light, &items, &packets})
    addFirstSteps(*passes);
  for (FunctionPassManager *passes : {&items, &packets})
    addLoopSimplification(*passes);
  light.addPass(InstCombinePass());
  addVectorizers(items);
  for (FunctionPassManager *passes : {&items, &packets})
    addLastSteps(*passes);
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    const Form form = formOf(function);
    FunctionPassManager &passes = form == Form::ShortRows || form == Form::Rows || !isOptimized
                                      ? light
                                  : form == Form::Packets ? packets
                                                          : items;
    frame.function().invalidate(function, passes.run(function, frame.function()));
  }
}

void reduceLoopStrength(Module &module, PassFrame &frame) {
  disableCodeGeneratorsRun();
  FunctionPassManager passes;
  passes.addPass(
      createFunctionToLoopPassAdaptor(InnerLoops(LoopStrengthReducePass(), /*own=*/true)));
  for (Function &function : module)
    if (!function.isDeclaration() && formOf(function) != Form::ShortRows &&
        formOf(function) != Form::Rows)
      frame.function().invalidate(function, passes.run(function, frame.function()));
}

} // namespace weft::compiler
