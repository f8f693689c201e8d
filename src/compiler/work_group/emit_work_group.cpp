// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "work_group/emit_work_group.h"

#include "analysis/kernel_info.h"
#include "analysis/uniformity.h"
#include "lower/abi.h"
#include "lower/address_space.h"
#include "lower/primitives.h"
#include "work_group/region_emitter.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace weft::compiler {
namespace {

/// Local ids, group ids, local memory, barriers.
bool observesGroups(Function &kernel) {
  for (Argument &argument : kernel.args())
    if (argument.getType()->isPointerTy() &&
        argument.getType()->getPointerAddressSpace() == unsigned(AddressSpace::Local))
      return true;
  for (Instruction &instruction : instructions(kernel)) {
    auto primitive = primitiveOf(instruction);
    if (!primitive)
      continue;
    switch (*primitive) {
    case Primitive::LocalId:
    case Primitive::GroupId:
    case Primitive::LocalSize:
    case Primitive::LocalId32:
    case Primitive::GroupId32:
    case Primitive::LocalSize32:
    case Primitive::Barrier:
    case Primitive::LocalMemory:
    case Primitive::WorkerState:
      return true;
    default:
      break;
    }
  }
  return false;
}

bool usesNarrowGlobalId(Function &kernel) {
  return any_of(instructions(kernel), [](Instruction &instruction) {
    return primitiveOf(instruction) == Primitive::GlobalId32 &&
           match(instruction.getOperand(0), PatternMatch::m_Zero());
  });
}

Function *declareWorkGroupFunction(Function &kernel, const Twine &name) {
  LLVMContext &context = kernel.getContext();
  Type *pointer = PointerType::get(context, 0);
  Type *i64 = Type::getInt64Ty(context);
  auto *function = Function::Create(
      FunctionType::get(Type::getVoidTy(context), {pointer, pointer, i64, i64}, false),
      GlobalValue::InternalLinkage, name, kernel.getParent());
  AttrBuilder attributes(context, kernel.getAttributes().getFnAttrs());
  attributes.removeAttribute(Attribute::Convergent);
  attributes.removeAttribute(Attribute::AlwaysInline);
  attributes.removeAttribute(Attribute::NoInline);
  attributes.addAttribute(Attribute::NoUnwind);
  function->addFnAttrs(attributes);
  function->removeFnAttr(Attribute::Memory);
  for (unsigned i : {0u, 1u}) {
    function->getArg(i)->setName(i == 0 ? "launch" : "worker");
    // Kernels cannot form a pointer to either structure.
    function->addParamAttr(i, Attribute::NoAlias);
    function->addParamAttr(i, Attribute::NonNull);
    function->addParamAttr(i,
                           Attribute::getWithAlignment(context, Align(alignof(WeftLaunchState))));
  }
  function->addDereferenceableParamAttr(0, sizeof(WeftLaunchState));
  function->addDereferenceableParamAttr(1, sizeof(WeftWorkerState));
  function->getArg(2)->setName("first.group");
  function->getArg(3)->setName("end.group");
  return function;
}

} // namespace

WorkGroupFunction emitWorkGroup(Function &kernel, FunctionAnalysisManager &analyses) {
  WorkGroupFunction result;
  result.usesBarrier = splitAtBarriers(kernel);
  bool joinsGroups = !observesGroups(kernel);
  if (result.usesBarrier)
    analyses.invalidate(kernel, PreservedAnalyses::none());
  auto &uniformity = analyses.getResult<WorkGroupUniformity>(kernel).info;
  KernelPlan plan{kernel, signatureOf(kernel), findBarrierRegions(kernel, uniformity),
                  LiveValues()};
  plan.live = findLiveValues(kernel, plan.regions, uniformity);
  requireItems(plan.regions, plan.live);
  result.privateBytesPerGroup = plan.live.bytesPerGroup;
  result.privateBytesPerItem = plan.live.bytesPerItem;

  LoopShape shape;
  shape.joinsGroups = joinsGroups && plan.live.bytesPerItem == 0;
  shape.requiredLocalSize = requiredLocalSize(kernel);
  result.run = declareWorkGroupFunction(kernel, "weft.run." + kernel.getName());
  shape.cutsRows = usesNarrowGlobalId(kernel);
  // Masks for every element size: AVX-512 has them, AVX2 does not.
  auto &costs = analyses.getResult<TargetIRAnalysis>(kernel);
  Type *byte = Type::getInt8Ty(kernel.getContext());
  shape.foldsTail = !shape.joinsGroups &&
                    costs.isLegalMaskedStore(FixedVectorType::get(byte, 16), Align(1), 0) &&
                    costs.isLegalMaskedLoad(FixedVectorType::get(byte, 16), Align(1), 0);
  result.run->setSubprogram(kernel.getSubprogram());
  RegionEmitter(plan, *result.run, shape).run();
  analyses.invalidate(kernel, PreservedAnalyses::none());
  return result;
}

PreservedAnalyses EmitWorkGroupsPass::run(Module &module, ModuleAnalysisManager &analyses) {
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  SmallVector<Function *> kernels;
  for (Function &function : module)
    if (isKernel(function))
      kernels.push_back(&function);
  for (Function *kernel : kernels) {
    emitWorkGroup(*kernel, functions).run->setLinkage(GlobalValue::ExternalLinkage);
    functions.clear(*kernel, kernel->getName());
    kernel->eraseFromParent();
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
