// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of the passes, and why.
#include "pipeline.h"

#include "analysis/kernel_info.h"
#include "codegen/dump.h"
#include "codegen/target.h"
#include "lower/abi.h"
#include "lower/address_space.h"
#include "lower/address_spaces.h"
#include "lower/device_enqueue.h"
#include "lower/inline_calls.h"
#include "lower/integer_division.h"
#include "lower/lane_operations.h"
#include "lower/link_builtins.h"
#include "lower/local_atomics.h"
#include "lower/local_memory.h"
#include "lower/math_names.h"
#include "lower/narrow_ids.h"
#include "lower/opaque_types.h"
#include "lower/primitives.h"
#include "lower/printf.h"
#include "lower/program_scope.h"
#include "lower/vector_math.h"
#include "optimize.h"
#include "pipeline_passes.h"
#include "vectorize/choose_width.h"
#include "vectorize/components.h"
#include "vectorize/linear_ids.h"
#include "vectorize/private_arrays.h"
#include "vectorize/vectorize_kernel.h"
#include "work_group/descriptors.h"
#include "work_group/emit_work_group.h"

#include "weft/compiler/device_features.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace weft::compiler {
namespace {

void dumpStage(const PipelineOptions &options, const Module &module, StringRef stage) {
  if (dumps(options.code, "ir"))
    dumpText(options.code, "ir", (stage + ".ll").str(),
             [&](raw_ostream &out) { module.print(out, nullptr); });
}

// --- The whole program -------------------------------------------------------------------------

Error checkReferences(const Module &program, const Module &builtins) {
  for (const Function &function : program) {
    StringRef name = function.getName();
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty() ||
        name.starts_with("__weft_") || name == "printf" || isDeviceEnqueueFunction(name))
      continue;
    const Function *builtin = builtins.getFunction(name);
    if (!builtin || (builtin->isDeclaration() && !builtin->isMaterializable()))
      return createStringError("undefined reference to '" + name.str() + "'");
  }
  for (const GlobalVariable &variable : program.globals())
    if (variable.isDeclaration() && !variable.use_empty() &&
        !variable.getName().starts_with("weft.kernel."))
      return createStringError("undefined reference to '" + variable.getName().str() + "'");
  return Error::success();
}

std::uint64_t weightOf(Function &unit) {
  SmallPtrSet<Function *, 16> seen = {&unit};
  SmallVector<Function *> work = {&unit};
  std::uint64_t weight = 1;
  while (!work.empty())
    for (Instruction &instruction : instructions(*work.pop_back_val())) {
      ++weight;
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (Function *callee = call->getCalledFunction())
          if (seen.insert(callee).second)
            work.push_back(callee);
    }
  return weight;
}

// --- A part of it ------------------------------------------------------------------------------

/// What the part does not compile goes, so that only its builtins are linked.
void reduce(Module &program, ArrayRef<std::string> units) {
  for (Function &function : program) {
    if (function.isDeclaration() || is_contained(units, function.getName()))
      continue;
    function.setLinkage(GlobalValue::InternalLinkage);
    function.setVisibility(GlobalValue::DefaultVisibility);
    if (isKernel(function))
      function.setCallingConv(CallingConv::SPIR_FUNC); // one that a unit may call
  }
  for (GlobalVariable &variable : program.globals())
    if (!variable.isDeclaration())
      variable.setLinkage(GlobalValue::InternalLinkage);
}

/// The initialiser is no kernel: it runs once, as a single work-item would.
void lowerInitializer(Function &initializer) {
  initializer.setCallingConv(CallingConv::C);
  initializer.setLinkage(GlobalValue::ExternalLinkage);
  initializer.setVisibility(GlobalValue::HiddenVisibility);
  for (Instruction &instruction : make_early_inc_range(instructions(initializer))) {
    auto primitive = primitiveOf(instruction);
    if (!primitive)
      continue;
    Type *type = instruction.getType();
    if (*primitive == Primitive::ProgramScope) {
      IRBuilder<> builder(&instruction);
      instruction.replaceAllUsesWith(builder.CreateAddrSpaceCast(initializer.getArg(0), type));
    } else if (!type->isVoidTy()) {
      bool isSize = *primitive == Primitive::WorkDim ||
                    (isDimensional(*primitive) && !variesInGroup(*primitive) &&
                     !is_contained({Primitive::GroupId, Primitive::GroupId32,
                                    Primitive::GlobalOffset, Primitive::GlobalOffset32},
                                   *primitive));
      instruction.replaceAllUsesWith(isSize ? ConstantInt::get(type, 1)
                                            : Constant::getNullValue(type));
    }
    instruction.eraseFromParent();
  }
}

std::uint32_t flagsOf(Function &kernel, const PipelineOptions &options) {
  std::uint32_t flags = 0;
  if (isBlockKernel(kernel))
    flags |= WEFT_KERNEL_IS_BLOCK;
  if (options.debugErrors)
    flags |= WEFT_KERNEL_DEBUG_ERRORS;
  if (options.uniformWorkGroups)
    flags |= WEFT_KERNEL_UNIFORM_GROUPS;
  return flags;
}

/// Calls of the driver that a kernel can make, as far as flags tell of them.
std::uint32_t callFlags(Function &kernel) {
  std::uint32_t flags = 0;
  for (Instruction &instruction : instructions(kernel)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    if (!call || call->getCalledFunction())
      continue;
    auto *entry = dyn_cast<LoadInst>(call->getCalledOperand());
    APInt offset(64, 0);
    if (!entry)
      continue;
    const DataLayout &layout = kernel.getDataLayout();
    entry->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
    flags |= offset == offsetof(WeftRuntimeFunctions, printf) ? WEFT_KERNEL_PRINTS
                                                              : WEFT_KERNEL_ENQUEUES;
  }
  return flags;
}

/// What its private variables take that are still in memory, for CL_KERNEL_PRIVATE_MEM_SIZE.
std::uint64_t privateVariableBytes(Function &kernel) {
  std::uint64_t bytes = 0;
  for (Instruction &instruction : instructions(kernel))
    if (auto *variable = dyn_cast<AllocaInst>(&instruction))
      if (auto size = variable->getAllocationSize(kernel.getDataLayout()))
        bytes += size->getFixedValue();
  return bytes;
}

/// What became of the kernel, for WEFT_DEBUG=vectorize. `at` is a block of the kernel.
void reportPackets(const BasicBlock &at, unsigned width, StringRef reason,
                   ArrayRef<WideningRemark> remarks) {
  LLVMContext &context = at.getContext();
  constexpr const char *kPass = "weft-vectorize";
  if (!context.getDiagHandlerPtr()->isAnyRemarkEnabled())
    return;
  if (width == 1) {
    OptimizationRemarkMissed missed(kPass, "Packets", DebugLoc(), &at);
    missed << "no packets: " << reason;
    context.diagnose(missed);
    return;
  }
  OptimizationRemark passed(kPass, "Packets", DebugLoc(), &at);
  passed << "packets of " << std::to_string(width) << " work-items";
  context.diagnose(passed);
  for (const WideningRemark &remark : remarks) {
    OptimizationRemarkAnalysis analysis(kPass, "Lanes", remark.location, &at);
    analysis << remark.text;
    context.diagnose(analysis);
  }
}

/// A form for rows of a few work-items is a third of a kernel's compile time. A packet of which
/// most lanes are masked takes as long as a few work-items do, which such rows can bear, unless
/// lanes are served one by one or a work-item's own vectors make the packet several registers wide.
bool shortRowsPay(Function &kernel, const VectorizationResult &result) {
  return !result.remarks.empty() || any_of(instructions(kernel), [](Instruction &instruction) {
    return instruction.getType()->isVectorTy();
  });
}

/// A copy of the kernel for packets, or null.
Function *makePacketForm(Function &kernel, const Twine &suffix, unsigned width, WeftPacking packing,
                         PassFrame &frame, VectorizationResult &result) {
  ValueToValueMapTy copied;
  Function *copy = CloneFunction(&kernel, copied);
  copy->setName(kernel.getName() + suffix);
  if (packing == WEFT_PACK_LINEAR)
    useLinearIds(*copy);
  separateComponents(*copy, frame.function());
  const bool fixedIndices = fixPrivateArrayIndices(*copy, frame.function());
  // What follows works by analyses of its own and reports nothing.
  frame.function().clear(*copy, copy->getName());
  result = vectorizeKernel(*copy, width);
  if (!result.vectorized) {
    copy->eraseFromParent();
    return nullptr;
  }
  FunctionPassManager passes = simplifyPackets();
  if (fixedIndices) // arrays of a packet become registers
    passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  passes.run(*copy, frame.function());
  return copy;
}

/// The kernel for packets of work-items, where that is possible and promises to pay. Fails where
/// packets of a certain size were asked for in the source, and cannot be made.
Expected<PacketKernel> makePackets(Function &kernel, PassFrame &frame, TargetMachine &target,
                                   const PipelineOptions &options) {
  PacketKernel packets;
  const unsigned required = requiredSubGroupSize(kernel);
  if (required > kMaxSubGroupSize || (required != 0 && !isPowerOf2_32(required)))
    return createStringError("kernel '" + kernel.getName() + "': no sub-group has size " +
                             Twine(required));
  const unsigned width = choosePacketWidth(kernel, target, options.code.vectorWidth);
  const BasicBlock &entry = kernel.getEntryBlock();
  if ((options.disableOptimization && required == 0) || width == 1) {
    reportPackets(entry, 1, "by options or the cost model", {});
    return packets;
  }
  VectorizationResult result;
  if (needsLinearPacking(kernel, width))
    packets.packing = WEFT_PACK_LINEAR;
  packets.function = makePacketForm(kernel, ".packets", width, packets.packing, frame, result);
  if (packets.function && packets.packing == WEFT_PACK_X && usesSubGroups(kernel)) {
    VectorizationResult again;
    packets.linear = makePacketForm(kernel, ".linear", width, WEFT_PACK_LINEAR, frame, again);
    assert(packets.linear && "what divergent control flow can be widened does not depend on ids");
  }
  reportPackets(entry, result.vectorized ? width : 1, result.reason, result.remarks);
  packets.divertsShortRows = shortRowsPay(kernel, result);
  if (result.vectorized)
    packets.width = width;
  else if (required != 0)
    return createStringError("kernel '" + kernel.getName() + "': no sub-groups of size " +
                             Twine(required) + ": " + result.reason);
  return packets;
}

Expected<CompiledKernel> compileKernel(Function &kernel, PassFrame &frame, TargetMachine &target,
                                       const PipelineOptions &options) {
  KernelSignature signature = signatureOf(kernel);
  KernelDescription description;
  description.name = signature.name;
  description.flags = flagsOf(kernel, options) | callFlags(kernel);
  description.argumentBytes = signature.argumentBytes;
  description.localBytes = lowerLocalVariables(kernel);
  std::copy_n(signature.requiredLocalSize, 3, description.requiredLocalSize);
  description.blockLocalArguments = blockLocalArguments(kernel);

  // The kernel is in normal form, and what comes out is again, with a packet for a work-item.
  std::uint64_t privateBytes = privateVariableBytes(kernel);
  Expected<PacketKernel> packets = makePackets(kernel, frame, target, options);
  if (!packets)
    return packets.takeError();
  WorkGroupFunction made = emitWorkGroup(kernel, *packets, frame.function());
  if (made.usesBarrier)
    description.flags |= WEFT_KERNEL_USES_BARRIER;
  VariantDescription variant;
  variant.run = made.run;
  variant.packetWidth = packets->width;
  variant.packing = made.packing;
  variant.privateBytesPerGroup = made.privateBytesPerGroup;
  variant.privateBytesPerItem = made.privateBytesPerItem;
  description.variants.push_back(variant);
  description.subGroupSize = packets->width;
  emitDescriptor(*kernel.getParent(), description);

  TargetTransformInfo costs = target.getTargetTransformInfo(*made.run);
  CompiledKernel compiled;
  compiled.name = description.name;
  compiled.localBytes = description.localBytes;
  compiled.subGroupSize = description.subGroupSize;
  compiled.privateBytes = std::max(privateBytes, made.privateBytesPerItem);
  // A row of work-items that fills whole vector registers of 32-bit elements.
  compiled.preferredMultiple = std::max<std::uint32_t>(
      1, costs.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue() / 32);
  for (Function *form : {&kernel, packets->function, packets->linear})
    if (form) {
      frame.function().clear(*form, form->getName());
      form->eraseFromParent();
    }
  return compiled;
}

void finish(Module &program, PassFrame &frame, Module &builtins, TargetMachine &target,
            const PipelineOptions &options) {
  // What these steps leave to be simplified is in few functions.
  SmallSetVector<Function *, 8> changed;
  for (Function &math : program)
    if (parseMathName(math.getName()))
      for (User *user : math.users())
        if (auto *call = dyn_cast<CallInst>(user))
          changed.insert(call->getFunction());
  // Only now: a vectoriser widens calls by name, but not the code that stands behind them.
  LowerVectorMathPass(target, options.relaxedMath, [&](Module &module) {
    linkBuiltins(module, builtins, ElementwiseMath::Defined);
    setTarget(module, target);
  }).run(program, frame.module());
  frame.function().clear();
  for (Function &function : program) {
    // To everything before, an atomic operation is one that work-items do one at a time.
    if (!LowerLocalAtomicsPass().run(function, frame.function()).areAllPreserved())
      changed.insert(&function);
  }
  FunctionPassManager cleanUp;
  cleanUp.addPass(InstCombinePass());
  cleanUp.addPass(SimplifyCFGPass());
  for (Function *function : changed)
    cleanUp.run(*function, frame.function());
  frame.function().clear();
  GlobalDCEPass().run(program, frame.module());
  // Last: until here they tell alias analysis what cannot alias.
  LowerAddressSpacesPass().run(program, frame.module());
}

} // namespace

Expected<PreparedProgram> prepareProgram(Module &program, const Module &builtins,
                                         TargetMachine &target, const PipelineOptions &options) {
  PassFrame frame(program.getContext(), &target, options.code.verifyEach);
  setTarget(program, target);
  dumpStage(options, program, "kernel-ir");

  ModulePassManager passes;
  // Before anything may conclude that a divisor is not zero.
  passes.addPass(createModuleToFunctionPassAdaptor(GuardIntegerDivisionPass()));
  // Over the whole program: a block may be enqueued in one part and compiled in another.
  passes.addPass(LowerDeviceEnqueuePass());
  passes.run(program, frame.module());
  if (Error undefined = checkReferences(program, builtins))
    return std::move(undefined);

  PreparedProgram prepared;
  // One layout for all parts. Constructors cease to be kernels here.
  ProgramScope scope = lowerProgramScope(program);
  prepared.programScopeBytes = scope.bytes;
  prepared.programScopeAlignment = scope.alignment;
  prepared.hasInitializer = scope.hasInitializer;
  for (Function &function : program) {
    if (!isKernel(function))
      continue;
    prepared.units.push_back({function.getName().str(), weightOf(function)});
    if (isBlockKernel(function))
      prepared.blockKernels.push_back(function.getName().str());
    else
      prepared.kernels.push_back(signatureOf(function));
  }
  if (scope.hasInitializer)
    prepared.units.push_back(
        {kInitializerName.str(), weightOf(*program.getFunction(kInitializerName))});
  dumpStage(options, program, "prepared");
  return prepared;
}

Expected<std::vector<CompiledKernel>> compileKernels(Module &program, ArrayRef<std::string> units,
                                                     Module &builtins, TargetMachine &target,
                                                     const PipelineOptions &options) {
  PassFrame frame(program.getContext(), &target, options.code.verifyEach);
  reduce(program, units);
  GlobalDCEPass().run(program, frame.module());
  linkBuiltins(program, builtins, ElementwiseMath::Declared);
  setTarget(program, target);

  ModulePassManager inlining;
  // Builtins divide, too.
  inlining.addPass(createModuleToFunctionPassAdaptor(GuardIntegerDivisionPass()));
  inlining.addPass(AnnotateVectorMathPass(target, options.relaxedMath));
  // Builtins have met the program by their types, so these may change.
  inlining.addPass(LowerOpaqueTypesPass());
  inlining.addPass(MarkForInliningPass());
  FunctionPassManager before;
  // Formats are literals as long as printf stands where it was written.
  before.addPass(LowerPrintfPass());
  // Callees are copied into each caller: what they lose first is lost once.
  before.addPass(SROAPass(SROAOptions::ModifyCFG));
  before.addPass(EarlyCSEPass());
  inlining.addPass(createModuleToFunctionPassAdaptor(std::move(before)));
  inlining.addPass(AlwaysInlinerPass());
  inlining.addPass(GlobalDCEPass());
  inlining.addPass(FixDimensionsPass());
  inlining.addPass(createModuleToFunctionPassAdaptor(simplifyKernel(!options.disableOptimization)));
  inlining.run(program, frame.module());
  dumpStage(options, program, "kernels");

  std::vector<CompiledKernel> compiled;
  SmallVector<Function *> kernels;
  for (Function &function : program) {
    if (function.getName() == kInitializerName && !function.isDeclaration())
      lowerInitializer(function);
    else if (isKernel(function))
      kernels.push_back(&function);
  }
  for (Function *kernel : kernels) {
    Expected<CompiledKernel> made = compileKernel(*kernel, frame, target, options);
    if (!made)
      return made.takeError();
    compiled.push_back(std::move(*made));
  }
  frame.module().clear();
  dumpStage(options, program, "work-groups");

  optimizeForms(program, frame, !options.disableOptimization);
  finish(program, frame, builtins, target, options);
  if (!options.disableOptimization)
    reduceLoopStrength(program, frame);
  dumpStage(options, program, "optimized");
  return compiled;
}

std::unique_ptr<Module> emitModuleTable(LLVMContext &context, TargetMachine &target,
                                        const PreparedProgram &prepared) {
  auto module = std::make_unique<Module>("weft.table", context);
  ModuleDescription description;
  for (const KernelSignature &kernel : prepared.kernels)
    description.kernels.push_back(kernel.name);
  append_range(description.kernels, prepared.blockKernels);
  description.programScopeBytes = prepared.programScopeBytes;
  description.programScopeAlignment = std::max<std::uint64_t>(1, prepared.programScopeAlignment);
  if (prepared.hasInitializer)
    description.initializer = kInitializerName.str();
  setTarget(*module, target);
  emitModuleDescriptor(*module, description);
  setTarget(*module, target);
  return module;
}

} // namespace weft::compiler
