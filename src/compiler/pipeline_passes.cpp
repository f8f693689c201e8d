// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline_passes.h"

#include "analysis/address_space_alias.h"
#include "analysis/uniformity.h"
#include "codegen/llvm_option.h"
#include "lower/address_spaces.h"
#include "lower/constant_tables.h"
#include "lower/device_enqueue.h"
#include "lower/generic_pointers.h"
#include "lower/inline_calls.h"
#include "lower/integer_division.h"
#include "lower/local_atomics.h"
#include "lower/narrow_ids.h"
#include "lower/opaque_types.h"
#include "lower/printf.h"
#include "lower/program_scope.h"
#include "lower/vector_math.h"
#include "vectorize/components.h"
#include "vectorize/private_arrays.h"
#include "vectorize/structurize.h"
#include "vectorize/vectorize_kernel.h"
#include "work_group/barrier_regions.h"
#include "work_group/emit_work_group.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"

using namespace llvm;

namespace weft::compiler {
namespace {

PipelineTuningOptions tuning() {
  PipelineTuningOptions options;
  options.LoopVectorization = true;
  options.SLPVectorization = true;
  options.LoopInterleaving = true;
  return options;
}

/// A kernel object has no C library. Not even memcpy() is there for passes, though the code
/// generator may call it: they would make calls of it from loops over the 16 work-items of a row.
TargetLibraryInfoImpl libraryOf(const Triple &triple) {
  TargetLibraryInfoImpl library(triple);
  library.disableAllFunctions();
  return library;
}

} // namespace

PassFrame::PassFrame(LLVMContext &context, TargetMachine *target, bool verifyEach)
    : builder_(target, tuning(), std::nullopt, &callbacks_) {
  // A pass that keeps an analysis of what it changed goes unnoticed by all but the next one.
  if (verifyEach)
    setLlvmOption("verify-analysis-invalidation", "true");
  if (verifyEach || timeTraceProfilerEnabled()) {
    instrumentations_ =
        std::make_unique<StandardInstrumentations>(context, /*DebugLogging=*/false, verifyEach);
    instrumentations_->registerCallbacks(callbacks_, &module_);
  }
  Triple triple = target ? target->getTargetTriple() : Triple();
  function_.registerPass([=] { return TargetLibraryAnalysis(libraryOf(triple)); });
  function_.registerPass([] { return AddressSpaceAliasAnalysis(); });
  function_.registerPass([] { return WorkGroupUniformity(); });
  function_.registerPass([&] {
    AAManager aliases = builder_.buildDefaultAAPipeline();
    aliases.registerFunctionAnalysis<AddressSpaceAliasAnalysis>();
    return aliases;
  });
  builder_.registerModuleAnalyses(module_);
  builder_.registerCGSCCAnalyses(cgscc_);
  builder_.registerFunctionAnalyses(function_);
  builder_.registerLoopAnalyses(loop_);
  builder_.crossRegisterProxies(loop_, function_, cgscc_, module_);

  builder_.registerPipelineParsingCallback(
      [target](StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
#define WEFT_MODULE_PASS(NAME, PASS)                                                               \
  if (name == NAME) {                                                                              \
    passes.addPass(PASS);                                                                          \
    return true;                                                                                   \
  }
#include "passes.def"
        return false;
      });
  builder_.registerPipelineParsingCallback(
      [](StringRef name, FunctionPassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
#define WEFT_FUNCTION_PASS(NAME, PASS)                                                             \
  if (name == NAME) {                                                                              \
    passes.addPass(PASS);                                                                          \
    return true;                                                                                   \
  }
#include "passes.def"
        return false;
      });
}

} // namespace weft::compiler
