// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/math_target.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

namespace weft::compiler {

using namespace llvm;

bool setMathConstants(Module &module, const TargetMachine &target, bool relaxed) {
  const MCSubtargetInfo &cpu = *target.getMCSubtargetInfo();
  bool changed = false;
  auto set = [&](StringRef name, bool value) {
    GlobalVariable *constant = module.getGlobalVariable(name, /*AllowInternal=*/true);
    if (!constant || constant->hasInitializer())
      return;
    constant->setInitializer(ConstantInt::get(constant->getValueType(), value));
    constant->setConstant(true);
    constant->setLinkage(GlobalValue::InternalLinkage);
    changed = true;
  };
  set("__weft_has_fma", cpu.checkFeatures("+avx2,+fma"));
  // LLVM makes one instruction of llvm.ldexp where there is VSCALEF, and calls libm elsewhere.
  set("__weft_has_exponent_instructions", cpu.checkFeatures("+avx512f,+avx512vl"));
  set("__weft_relaxed_math", relaxed);
  return changed;
}

} // namespace weft::compiler
