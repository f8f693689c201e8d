// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "work_group/emit_work_group.h"

#include "analysis/kernel_info.h"
#include "analysis/uniformity.h"
#include "lower/abi.h"
#include "lower/address_space.h"
#include "lower/primitives.h"
#include "work_group/region_emitter.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

using namespace llvm;

namespace weft::compiler {
namespace {

struct KernelTraits {
  bool observesGroups = false; // local ids, group ids, local memory, barriers
  bool usesNarrowIds = false;
};

KernelTraits traitsOf(Function &kernel) {
  KernelTraits traits;
  for (Argument &argument : kernel.args())
    traits.observesGroups |=
        argument.getType()->isPointerTy() &&
        argument.getType()->getPointerAddressSpace() == unsigned(AddressSpace::Local);
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
      traits.observesGroups = true;
      break;
    default:
      break;
    }
    traits.usesNarrowIds |=
        *primitive >= Primitive::GlobalId32 && *primitive <= Primitive::GlobalOffset32;
  }
  return traits;
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

/// Launches with ids beyond 2^31 are rare, and narrow ids are everywhere: the function looks once a
/// call and leaves such launches to a second version, in which nothing is assumed of ids.
void divertLargeLaunches(Function &run, Function &large) {
  BasicBlock &entry = run.getEntryBlock();
  LLVMContext &context = run.getContext();
  auto *check = BasicBlock::Create(context, "check", &run, &entry);
  auto *divert = BasicBlock::Create(context, "large", &run, &entry);
  IRBuilder<> builder(check);
  Value *highest = builder.getInt64(0);
  for (unsigned d = 0; d < 3; ++d) {
    auto load = [&](std::uint64_t offset) {
      return loadField(builder, builder.getInt64Ty(), run.getArg(0), offset + 8 * d);
    };
    Value *offset = load(offsetof(WeftLaunchState, globalOffset));
    // A sum that wraps has an operand beyond the limit, so all three are looked at.
    Value *size = load(offsetof(WeftLaunchState, globalSize));
    highest = builder.CreateOr(highest, builder.CreateAdd(offset, size));
    highest = builder.CreateOr(highest, builder.CreateOr(offset, size));
  }
  MDNode *unlikely = MDBuilder(context).createUnlikelyBranchWeights();
  builder.CreateCondBr(builder.CreateICmpUGE(highest, builder.getInt64(std::uint64_t(1) << 31)),
                       divert, &entry, unlikely);
  builder.SetInsertPoint(divert);
  SmallVector<Value *> arguments;
  for (Argument &argument : run.args())
    arguments.push_back(&argument);
  builder.CreateCall(&large, arguments);
  builder.CreateRetVoid();
  // Variables must be in the entry block to be on the stack once.
  for (Instruction &instruction : make_early_inc_range(entry))
    if (isa<AllocaInst>(instruction))
      instruction.moveBefore(check->begin());
}

} // namespace

WorkGroupFunction emitWorkGroup(Function &kernel, FunctionAnalysisManager &analyses) {
  WorkGroupFunction result;
  result.usesBarrier = splitAtBarriers(kernel);
  KernelTraits traits = traitsOf(kernel);
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
  shape.joinsGroups = !traits.observesGroups && plan.live.bytesPerItem == 0;
  shape.requiredLocalSize = requiredLocalSize(kernel);
  result.run = declareWorkGroupFunction(kernel, "weft.run." + kernel.getName());
  result.run->setSubprogram(kernel.getSubprogram());
  RegionEmitter(plan, *result.run, shape).run();
  if (traits.usesNarrowIds) {
    Function *large = declareWorkGroupFunction(kernel, "weft.large." + kernel.getName());
    shape.smallIds = false;
    RegionEmitter(plan, *large, shape).run();
    large->addFnAttr(Attribute::NoInline);
    large->addFnAttr(Attribute::Cold);
    // Not MinSize: code generation then calls fminf() and its kin, which no kernel object has.
    large->addFnAttr(Attribute::OptimizeForSize);
    divertLargeLaunches(*result.run, *large);
  }
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
