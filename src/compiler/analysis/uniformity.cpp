// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/uniformity.h"

#include "lower/address_space.h"
#include "lower/lane_operations.h"
#include "lower/primitives.h"

#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft::compiler {

AnalysisKey WorkGroupUniformity::Key;

namespace {

bool isPrivate(const Value *pointer, UniformityScope scope) {
  unsigned space = pointer->getType()->getPointerAddressSpace();
  if (space != unsigned(AddressSpace::Private) && space != unsigned(AddressSpace::Generic))
    return false;
  const Value *origin = getUnderlyingObject(pointer, 0);
  if (isa<Argument>(origin))
    return false; // a structure passed by value: one copy, in the argument block
  // The launch state and the runtime's table have no address space of their own.
  if (auto primitive = primitiveOf(*origin)) {
    // One variable, but each packet finds in it what the one before has left.
    if (*primitive == Primitive::GroupAccumulator)
      return scope == UniformityScope::WorkGroup;
    return *primitive != Primitive::LaunchState && *primitive != Primitive::WorkerState &&
           *primitive != Primitive::GroupResult;
  }
  space = origin->getType()->getPointerAddressSpace();
  if (isa<LoadInst>(origin) && origin->getType()->getPointerAddressSpace() == 0 &&
      cast<LoadInst>(origin)->hasMetadata(LLVMContext::MD_invariant_load))
    return false;
  return space == unsigned(AddressSpace::Private) || space == unsigned(AddressSpace::Generic);
}

InstructionUniformity uniformityOfCall(const CallBase &call, UniformityScope scope) {
  if (auto primitive = primitiveOf(call)) {
    if (!variesInGroup(*primitive))
      return InstructionUniformity::Default;
    // Lanes lie along dimension 0: the other ids are the same in all of them.
    if (scope == UniformityScope::Packet && isDimensional(*primitive) &&
        !cast<ConstantInt>(call.getArgOperand(0))->isZero())
      return InstructionUniformity::Default;
    if (scope == UniformityScope::Packet &&
        (*primitive == Primitive::SubGroupId || *primitive == Primitive::FirstItem))
      return InstructionUniformity::Default;
    return InstructionUniformity::NeverUniform;
  }
  if (auto operation = laneOperationOf(call)) {
    using Kind = LaneOperation::Kind;
    if (operation->kind == Kind::MaxSize)
      return InstructionUniformity::AlwaysUniform;
    if (scope == UniformityScope::WorkGroup)
      return InstructionUniformity::NeverUniform;
    if (operation->isUniform())
      return InstructionUniformity::AlwaysUniform;
    // Scans of a uniform value are not uniform; what is shuffled stays what it was.
    return operation->kind == Kind::Shuffle ? InstructionUniformity::Default
                                            : InstructionUniformity::NeverUniform;
  }
  if (call.doesNotAccessMemory() || isa<AssumeInst>(call))
    return InstructionUniformity::Default;
  return InstructionUniformity::NeverUniform;
}

/// Answers the questions of UniformityInfo, which it puts to a target.
class LaneModel final : public TargetTransformInfoImplCRTPBase<LaneModel> {
public:
  LaneModel(const DataLayout &layout, UniformityScope scope, const DivergentValues *known)
      : TargetTransformInfoImplCRTPBase<LaneModel>(layout), scope_(scope), known_(known) {}

  bool hasBranchDivergence(const Function *) const override { return true; }

  InstructionUniformity getInstructionUniformity(const Value *value) const override {
    if (known_ && known_->contains(value))
      return InstructionUniformity::NeverUniform;
    if (isa<AllocaInst, AtomicRMWInst, AtomicCmpXchgInst>(value))
      return InstructionUniformity::NeverUniform;
    if (auto *load = dyn_cast<LoadInst>(value))
      return load->isVolatile() || load->isAtomic() || isPrivate(load->getPointerOperand(), scope_)
                 ? InstructionUniformity::NeverUniform
                 : InstructionUniformity::Default;
    if (auto *call = dyn_cast<CallBase>(value))
      return uniformityOfCall(*call, scope_);
    // A frozen undefined value may be another one for each work-item that freezes it.
    return InstructionUniformity::Default;
  }

private:
  UniformityScope scope_;
  const DivergentValues *known_;
};

} // namespace

TargetTransformInfo uniformityModel(const DataLayout &layout, UniformityScope scope,
                                    const DivergentValues *known) {
  return TargetTransformInfo(std::make_unique<LaneModel>(layout, scope, known));
}

WorkGroupUniformityResult WorkGroupUniformity::run(Function &kernel, FunctionAnalysisManager &) {
  // LLVM's analysis asks the target what diverges, so it gets one of its own.
  WorkGroupUniformityResult result;
  result.analyses = std::make_unique<FunctionAnalysisManager>();
  FunctionAnalysisManager &own = *result.analyses;
  own.registerPass([] { return PassInstrumentationAnalysis(); });
  own.registerPass([] { return DominatorTreeAnalysis(); });
  own.registerPass([] { return CycleAnalysis(); });
  own.registerPass([] {
    return TargetIRAnalysis([](const Function &function) {
      return uniformityModel(function.getDataLayout(), UniformityScope::WorkGroup);
    });
  });
  result.info = UniformityInfoAnalysis().run(kernel, own);
  return result;
}

PreservedAnalyses PrintUniformityPass::run(Function &kernel, FunctionAnalysisManager &analyses) {
  out_ << "work-group uniformity of " << kernel.getName() << ":\n";
  analyses.getResult<WorkGroupUniformity>(kernel).info.print(out_);
  return PreservedAnalyses::all();
}

} // namespace weft::compiler
