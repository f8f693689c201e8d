// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compile_kernel.h"

#include "analysis/kernel_info.h"
#include "lower/local_memory.h"
#include "make_packets.h"
#include "pipeline_passes.h"
#include "work_group/descriptors.h"
#include "work_group/emit_work_group.h"

#include "weft/abi/kernel_descriptor.h"
#include "weft/abi/runtime_functions.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace weft::compiler {
namespace {

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

} // namespace

Expected<CompiledKernel> compileKernel(Function &kernel, PassFrame &frame,
                                       const TargetMachine &target,
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

} // namespace weft::compiler
