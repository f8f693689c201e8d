// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "make_packets.h"

#include "analysis/kernel_info.h"
#include "lower/lane_operations.h"
#include "optimize.h"
#include "pipeline.h"
#include "pipeline_passes.h"
#include "vectorize/choose_width.h"
#include "vectorize/components.h"
#include "vectorize/linear_ids.h"
#include "vectorize/private_arrays.h"
#include "vectorize/vectorize_kernel.h"

#include "weft/compiler/device_features.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace weft::compiler {
namespace {

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
  FunctionPassManager widen;
  widen.addPass(SeparateComponentsPass());
  widen.addPass(PrivateArrayIndicesPass());
  widen.addPass(VectorizeKernelPass(width, &result));
  widen.run(*copy, frame.function());
  if (!result.vectorized) {
    frame.function().clear(*copy, copy->getName());
    copy->eraseFromParent();
    return nullptr;
  }
  simplifyPackets().run(*copy, frame.function());
  return copy;
}

} // namespace

Expected<PacketKernel> makePackets(Function &kernel, PassFrame &frame, const TargetMachine &target,
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

} // namespace weft::compiler
