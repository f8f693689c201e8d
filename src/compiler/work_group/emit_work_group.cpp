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
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace weft::compiler {
namespace {

constexpr const char *kFormAttribute = "weft-form";
constexpr const char *kPackets = "packets";
constexpr const char *kShortRows = "short-rows";

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

/// Rows too short for a packet to pay are left to the function that runs one work-item after the
/// other; the first one looks once a call.
void divertShortRows(Function &packets, Function &items, unsigned shortest, bool rowsAreGlobal) {
  BasicBlock &entry = packets.getEntryBlock();
  LLVMContext &context = packets.getContext();
  auto *check = BasicBlock::Create(context, "check", &packets, &entry);
  auto *divert = BasicBlock::Create(context, "short", &packets, &entry);
  IRBuilder<> builder(check);
  Value *row = loadField(builder, builder.getInt64Ty(), packets.getArg(0),
                         rowsAreGlobal ? offsetof(WeftLaunchState, globalSize)
                                       : offsetof(WeftLaunchState, localSize));
  MDNode *unlikely = MDBuilder(context).createUnlikelyBranchWeights();
  builder.CreateCondBr(builder.CreateICmpULT(row, builder.getInt64(shortest)), divert, &entry,
                       unlikely);
  builder.SetInsertPoint(divert);
  SmallVector<Value *> arguments;
  for (Argument &argument : packets.args())
    arguments.push_back(&argument);
  CallInst *call = builder.CreateCall(&items, arguments);
  if (DISubprogram *scope = packets.getSubprogram()) // -g wants to know where each call stands
    call->setDebugLoc(DILocation::get(context, scope->getLine(), 0, scope));
  builder.CreateRetVoid();
  // Variables must be in the entry block to be on the stack once.
  for (Instruction &instruction : make_early_inc_range(entry))
    if (isa<AllocaInst>(instruction))
      instruction.moveBefore(check->begin());
}

/// One form of a kernel, whose items are work-items or packets.
WorkGroupFunction emitForm(Function &kernel, unsigned width, const Twine &name, bool &joinsGroups,
                           FunctionAnalysisManager &analyses, bool shortRows = false) {
  WorkGroupFunction result;
  result.usesBarrier = splitAtBarriers(kernel);
  joinsGroups = !observesGroups(kernel);
  if (result.usesBarrier)
    analyses.invalidate(kernel, PreservedAnalyses::none());
  auto &uniformity = analyses.getResult<WorkGroupUniformity>(kernel).info;
  KernelPlan plan{kernel, signatureOf(kernel), findBarrierRegions(kernel, uniformity),
                  LiveValues()};
  plan.live = findLiveValues(kernel, plan.regions, uniformity);
  requireItems(plan.regions, plan.live);
  result.privateBytesPerGroup = plan.live.bytesPerGroup;
  // The runtime counts work-items, in rows that are filled up to whole packets; a row has an
  // element more than these (elementsOfRow).
  result.privateBytesPerItem =
      width == 1 ? plan.live.bytesPerItem : divideCeil(2 * plan.live.bytesPerItem, width);

  LoopShape shape;
  shape.packetWidth = width;
  shape.shortRows = shortRows;
  shape.joinsGroups = joinsGroups = joinsGroups && plan.live.bytesPerItem == 0;
  shape.requiredLocalSize = requiredLocalSize(kernel);
  result.run = declareWorkGroupFunction(kernel, name);
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

} // namespace

Form formOf(const Function &function) {
  StringRef form = function.getFnAttribute(kFormAttribute).getValueAsString();
  return form == kPackets ? Form::Packets : form == kShortRows ? Form::ShortRows : Form::Items;
}

WorkGroupFunction emitWorkGroup(Function &kernel, const PacketKernel &packets,
                                FunctionAnalysisManager &analyses) {
  const std::string name = ("weft.run." + kernel.getName()).str();
  bool joinsGroups = false;
  if (!packets.function)
    return emitForm(kernel, 1, name, joinsGroups, analyses);
  WorkGroupFunction result =
      emitForm(*packets.function, packets.width, name, joinsGroups, analyses);
  result.run->addFnAttr(kFormAttribute, kPackets);
  const unsigned shortest = std::max(2u, packets.width / 4);
  if (!packets.divertsShortRows || requiredLocalSize(kernel)[0] >= shortest)
    return result;
  bool itemsJoinGroups = false;
  WorkGroupFunction items =
      emitForm(kernel, 1, name + ".items", itemsJoinGroups, analyses, /*shortRows=*/true);
  items.run->addFnAttr(Attribute::NoInline);
  items.run->addFnAttr(Attribute::OptimizeForSize);
  items.run->addFnAttr(kFormAttribute, kShortRows);
  divertShortRows(*result.run, *items.run, shortest, joinsGroups);
  result.privateBytesPerGroup = std::max(result.privateBytesPerGroup, items.privateBytesPerGroup);
  result.privateBytesPerItem = std::max(result.privateBytesPerItem, items.privateBytesPerItem);
  return result;
}

PreservedAnalyses EmitWorkGroupsPass::run(Module &module, ModuleAnalysisManager &analyses) {
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  SmallVector<Function *> kernels;
  for (Function &function : module)
    if (isKernel(function))
      kernels.push_back(&function);
  for (Function *kernel : kernels) {
    emitWorkGroup(*kernel, PacketKernel(), functions).run->setLinkage(GlobalValue::ExternalLinkage);
    functions.clear(*kernel, kernel->getName());
    kernel->eraseFromParent();
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
