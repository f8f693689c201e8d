// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/machine_math.h"

#include "lower/math_names.h"
#include "lower/split_lanes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

namespace weft::compiler {

using namespace llvm;

namespace {

/// An operation as intrinsics for vectors of 128, 256 and 512 bits.
struct MachineOperation {
  StringLiteral stem;
  bool isDouble;
  Intrinsic::ID intrinsics[3];
};

constexpr MachineOperation kAvx512[] = {
    {"getexp",
     false,
     {Intrinsic::x86_avx512_mask_getexp_ps_128, Intrinsic::x86_avx512_mask_getexp_ps_256,
      Intrinsic::x86_avx512_mask_getexp_ps_512}},
    {"getexp",
     true,
     {Intrinsic::x86_avx512_mask_getexp_pd_128, Intrinsic::x86_avx512_mask_getexp_pd_256,
      Intrinsic::x86_avx512_mask_getexp_pd_512}},
    {"getmant",
     false,
     {Intrinsic::x86_avx512_mask_getmant_ps_128, Intrinsic::x86_avx512_mask_getmant_ps_256,
      Intrinsic::x86_avx512_mask_getmant_ps_512}},
    {"getmant",
     true,
     {Intrinsic::x86_avx512_mask_getmant_pd_128, Intrinsic::x86_avx512_mask_getmant_pd_256,
      Intrinsic::x86_avx512_mask_getmant_pd_512}},
    {"rsqrt_estimate",
     false,
     {Intrinsic::x86_avx512_rsqrt14_ps_128, Intrinsic::x86_avx512_rsqrt14_ps_256,
      Intrinsic::x86_avx512_rsqrt14_ps_512}},
    {"rsqrt_estimate",
     true,
     {Intrinsic::x86_avx512_rsqrt14_pd_128, Intrinsic::x86_avx512_rsqrt14_pd_256,
      Intrinsic::x86_avx512_rsqrt14_pd_512}},
    {"recip_estimate",
     false,
     {Intrinsic::x86_avx512_rcp14_ps_128, Intrinsic::x86_avx512_rcp14_ps_256,
      Intrinsic::x86_avx512_rcp14_ps_512}},
};

constexpr MachineOperation kAvx[] = {
    {"rsqrt_estimate",
     false,
     {Intrinsic::x86_sse_rsqrt_ps, Intrinsic::x86_avx_rsqrt_ps_256, Intrinsic::not_intrinsic}},
    {"recip_estimate",
     false,
     {Intrinsic::x86_sse_rcp_ps, Intrinsic::x86_avx_rcp_ps_256, Intrinsic::not_intrinsic}},
};

class MachineMathLowering {
public:
  explicit MachineMathLowering(const TargetMachine &target) {
    const MCSubtargetInfo &cpu = *target.getMCSubtargetInfo();
    bool avx512 = cpu.checkFeatures("+avx512f,+avx512vl");
    operations_ = avx512 ? ArrayRef<MachineOperation>(kAvx512) : ArrayRef<MachineOperation>(kAvx);
    widest_ = avx512 ? 2 : cpu.checkFeatures("+avx") ? 1 : 0;
  }

  const MachineOperation *find(const MathName &name) const {
    return find_if(operations_, [&](const MachineOperation &operation) {
      return operation.stem == name.stem && operation.isDouble == name.isDouble;
    });
  }
  bool has(const MathName &name) const { return find(name) != operations_.end(); }

  void lower(CallInst &call, const MathName &name) const {
    const MachineOperation &operation = *find(name);
    IRBuilder<> builder(&call);
    unsigned elementBits = name.isDouble ? 64 : 32;
    unsigned size = 0;
    while (size < widest_ && (128U << size) < name.lanes * elementBits)
      ++size;
    Value *result =
        splitLanes(builder, call, (128U << size) / elementBits, [&](ArrayRef<Value *> operands) {
          return emit(builder, operation, operation.intrinsics[size], operands[0]);
        });
    call.replaceAllUsesWith(result);
    call.eraseFromParent();
  }

private:
  static Value *emit(IRBuilder<> &builder, const MachineOperation &operation,
                     Intrinsic::ID intrinsic, Value *x) {
    unsigned lanes = cast<FixedVectorType>(x->getType())->getNumElements();
    unsigned bits = lanes * x->getType()->getScalarSizeInBits();
    Value *unmasked = PoisonValue::get(x->getType());
    Value *allLanes = ConstantInt::getAllOnesValue(builder.getIntNTy(std::max(8U, lanes)));
    SmallVector<Value *, 5> arguments{x};
    if (operation.stem == "getmant")
      arguments.push_back(builder.getInt32(3 | 2 << 2)); // [0.75, 1.5); a NaN for x < 0
    if (!is_contained({Intrinsic::x86_sse_rsqrt_ps, Intrinsic::x86_avx_rsqrt_ps_256,
                       Intrinsic::x86_sse_rcp_ps, Intrinsic::x86_avx_rcp_ps_256},
                      intrinsic))
      arguments.append({unmasked, allLanes});
    if (operation.stem.starts_with("get") && bits == 512)
      arguments.push_back(builder.getInt32(4)); // rounding as it is set
    return builder.CreateIntrinsic(intrinsic, arguments);
  }

  ArrayRef<MachineOperation> operations_;
  unsigned widest_;
};

} // namespace

bool lowerMachineMath(Module &module, const TargetMachine &target) {
  MachineMathLowering lowering(target);
  bool changed = false;
  for (Function &function : make_early_inc_range(module)) {
    std::optional<MathName> name = parseMathName(function.getName());
    if (!name || !function.isDeclaration() || !lowering.has(*name))
      continue;
    changed = true;
    for (User *user : make_early_inc_range(function.users()))
      lowering.lower(*cast<CallInst>(user), *name);
    function.eraseFromParent();
  }
  return changed;
}

} // namespace weft::compiler
