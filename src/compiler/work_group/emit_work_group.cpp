// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "work_group/emit_work_group.h"

#include "analysis/kernel_info.h"
#include "analysis/uniformity.h"
#include "lower/abi.h"
#include "lower/address_space.h"
#include "lower/lane_operations.h"
#include "lower/primitives.h"
#include "work_group/region_emitter.h"
#include "work_group/rows.h"

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
constexpr StringLiteral kForms[] = {"items", "short-rows", "packets", "rows"}; // as in Form

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
  // The code generator tells how much of the stack it takes (CompileReport::stackBytes).
  function->addFnAttr("warn-stack-size", "0");
  function->getArg(2)->setName("first.group");
  function->getArg(3)->setName("end.group");
  return function;
}

/// Launches for which `wanted` (code at the start of a call) is false are left to another function
/// with the same parameters; the first one looks once a call.
void divert(Function &from, Function &to, function_ref<Value *(IRBuilderBase &)> wanted) {
  BasicBlock &entry = from.getEntryBlock();
  LLVMContext &context = from.getContext();
  auto *check = BasicBlock::Create(context, "check", &from, &entry);
  auto *other = BasicBlock::Create(context, "divert", &from, &entry);
  IRBuilder<> builder(check);
  MDNode *likely = MDBuilder(context).createLikelyBranchWeights();
  builder.CreateCondBr(wanted(builder), &entry, other, likely);
  builder.SetInsertPoint(other);
  SmallVector<Value *> arguments;
  for (Argument &argument : from.args())
    arguments.push_back(&argument);
  CallInst *call = builder.CreateCall(&to, arguments);
  if (DISubprogram *scope = from.getSubprogram()) // -g wants to know where each call stands
    call->setDebugLoc(DILocation::get(context, scope->getLine(), 0, scope));
  builder.CreateRetVoid();
  // Variables must be in the entry block to be on the stack once.
  for (Instruction &instruction : make_early_inc_range(entry))
    if (isa<AllocaInst>(instruction))
      instruction.moveBefore(check->begin());
}

/// Rows too short for a packet to pay run one work-item after the other.
void divertShortRows(Function &packets, Function &items, unsigned shortest, bool rowsAreGlobal) {
  divert(packets, items, [&](IRBuilderBase &builder) {
    Value *row = loadField(builder, builder.getInt64Ty(), packets.getArg(0),
                           rowsAreGlobal ? offsetof(WeftLaunchState, globalSize)
                                         : offsetof(WeftLaunchState, localSize));
    return builder.CreateICmpUGE(row, builder.getInt64(shortest));
  });
}

/// "All sub-groups must be the same size, while the last sub-group in any work-group ... could be
/// the same or smaller size" (API 3.2.1): packets along x are sub-groups where there is one row, or
/// rows are multiples of their width. Those at the end of the global size count, too.
void divertBrokenRows(Function &rows, Function &linear, unsigned width, bool narrowIds) {
  divert(rows, linear, [&](IRBuilderBase &builder) {
    Type *i64 = builder.getInt64Ty();
    auto load = [&](std::uint64_t offset, unsigned dimension) {
      return loadField(builder, i64, rows.getArg(0), offset + 8 * dimension);
    };
    Value *globalX = load(offsetof(WeftLaunchState, globalSize), 0);
    Value *sizes = builder.CreateOr(globalX, load(offsetof(WeftLaunchState, localSize), 0));
    Value *areWhole = builder.CreateIsNull(builder.CreateAnd(sizes, width - 1));
    Value *isOne =
        builder.CreateICmpEQ(builder.CreateMul(load(offsetof(WeftLaunchState, localSize), 1),
                                               load(offsetof(WeftLaunchState, localSize), 2)),
                             builder.getInt64(1));
    Value *good = builder.CreateOr(areWhole, isOne);
    if (!narrowIds)
      return good;
    // Nor may a row be cut where 32-bit ids wrap.
    Value *end = builder.CreateAdd(globalX, load(offsetof(WeftLaunchState, globalOffset), 0));
    return builder.CreateAnd(good,
                             builder.CreateICmpULE(end, builder.getInt64(std::uint64_t(1) << 31)));
  });
}

struct FormShape {
  std::string name;
  unsigned width = 1;
  Form form = Form::Items;
  bool isLinear = false; // LoopShape::isLinear
  /// There are no packets but these, one after the other from each group's start: they can be seen
  /// in the kernel as sub-groups, or serve rows of any length.
  bool isOnly = false;
};

/// One form of a kernel, whose items are work-items or packets.
WorkGroupFunction emitForm(Function &kernel, const FormShape &form, bool &joinsGroups,
                           FunctionAnalysisManager &analyses) {
  const unsigned width = form.width;
  WorkGroupFunction result;
  result.usesBarrier = splitAtBarriers(kernel);
  joinsGroups = !form.isOnly && !observesGroups(kernel);
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
  shape.shortRows = form.form == Form::ShortRows;
  shape.isLinear = form.isLinear;
  shape.joinsGroups = joinsGroups = joinsGroups && plan.live.bytesPerItem == 0;
  shape.requiredLocalSize = requiredLocalSize(kernel);
  result.run = declareWorkGroupFunction(kernel, form.name);
  shape.cutsRows = !form.isOnly && usesNarrowGlobalId(kernel);
  // Masks for every element size: AVX-512 has them, AVX2 does not.
  auto &costs = analyses.getResult<TargetIRAnalysis>(kernel);
  Type *byte = Type::getInt8Ty(kernel.getContext());
  shape.foldsTail = !shape.joinsGroups &&
                    costs.isLegalMaskedStore(FixedVectorType::get(byte, 16), Align(1), 0) &&
                    costs.isLegalMaskedLoad(FixedVectorType::get(byte, 16), Align(1), 0);
  Function *body = result.run;
  if (form.form != Form::Items && shape.joinsGroups && isAlongX(kernel)) {
    shape.isRow = true;
    shape.cutsRows = false;
    body = declareWorkGroupFunction(kernel, form.name + ".row");
    callForRows(*result.run, *body);
  }
  setForm(*body, form.form);
  if (form.form == Form::ShortRows) {
    body->addFnAttr(Attribute::NoInline);
    body->addFnAttr(Attribute::OptimizeForSize);
  }
  body->setSubprogram(kernel.getSubprogram());
  RegionEmitter(plan, *body, shape).run();
  analyses.invalidate(kernel, PreservedAnalyses::none());
  return result;
}

} // namespace

Form formOf(const Function &function) {
  StringRef name = function.getFnAttribute(kFormAttribute).getValueAsString();
  const auto *form = find(kForms, name);
  return form == std::end(kForms) ? Form::Items : Form(form - std::begin(kForms));
}

void setForm(Function &function, Form form) {
  function.addFnAttr(kFormAttribute, kForms[unsigned(form)]);
}

std::string workGroupFunctionName(StringRef kernel) { return ("weft.run." + kernel).str(); }

WorkGroupFunction emitWorkGroup(Function &kernel, const PacketKernel &packets,
                                FunctionAnalysisManager &analyses) {
  const std::string name = workGroupFunctionName(kernel.getName());
  bool joinsGroups = false;
  if (!packets.function) {
    lowerLaneOperations(kernel);
    return emitForm(kernel, {name}, joinsGroups, analyses);
  }
  FormShape shape{name, packets.width, Form::Packets};
  shape.isLinear = packets.packing == WEFT_PACK_LINEAR;
  shape.isOnly = shape.isLinear || packets.linear;
  const bool narrowIds = usesNarrowGlobalId(*packets.function);
  WorkGroupFunction result = emitForm(*packets.function, shape, joinsGroups, analyses);
  if (shape.isOnly)
    result.packing = WEFT_PACK_LINEAR;
  const unsigned shortest = shortestRow(packets.width);
  WorkGroupFunction other;
  bool otherJoinsGroups = false;
  if (packets.linear) {
    shape.name += ".linear";
    shape.isLinear = true;
    other = emitForm(*packets.linear, shape, otherJoinsGroups, analyses);
    divertBrokenRows(*result.run, *other.run, packets.width, narrowIds);
  } else if (!shape.isOnly && packets.divertsShortRows && requiredLocalSize(kernel)[0] < shortest) {
    lowerLaneOperations(kernel);
    other = emitForm(kernel, {name + ".items", 1, Form::ShortRows}, otherJoinsGroups, analyses);
    divertShortRows(*result.run, *other.run, shortest, joinsGroups);
  }
  if (!other.run)
    return result;
  other.run->addFnAttr(Attribute::NoInline);
  result.privateBytesPerGroup = std::max(result.privateBytesPerGroup, other.privateBytesPerGroup);
  result.privateBytesPerItem = std::max(result.privateBytesPerItem, other.privateBytesPerItem);
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
