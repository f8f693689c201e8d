// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/target.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace weft::compiler {

namespace {

std::string hostFeatures() {
  SubtargetFeatures features;
  for (const auto &[name, present] : sys::getHostCPUFeatures())
    features.AddFeature(name, present);
  return features.getString();
}

} // namespace

void initializeTargets() {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
}

Expected<std::unique_ptr<TargetMachine>> createTargetMachine(const CodeOptions &code,
                                                             bool disableOptimization) {
  Triple triple(sys::getDefaultTargetTriple());
  std::string error;
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return createStringError(error);

  bool host = code.cpu.empty();
  TargetOptions options;
  // OpenCL C leaves contraction to FP_CONTRACT: Clang marks what may be contracted, so the code
  // generator must not fuse more.
  options.AllowFPOpFusion = FPOpFusion::Standard;
  options.MCOptions.AsmVerbose = false;
  std::unique_ptr<TargetMachine> machine(target->createTargetMachine(
      triple, host ? std::string(sys::getHostCPUName()) : code.cpu, host ? hostFeatures() : "",
      options, Reloc::PIC_, CodeModel::Small,
      disableOptimization ? CodeGenOptLevel::None : CodeGenOptLevel::Default));
  if (!machine)
    return createStringError("no code generator for " + triple.str());
  if (!host && !machine->getMCSubtargetInfo()->isCPUStringValid(code.cpu))
    return createStringError("unknown CPU '" + code.cpu + "'");
  return machine;
}

void setTarget(Module &module, const TargetMachine &machine) {
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  bool wide = machine.getMCSubtargetInfo()->checkFeatures("+avx512f");
  for (Function &function : module) {
    if (function.isIntrinsic())
      continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
    // Intel's tuning prefers 256 bits to spare the clock of mixed workloads; a kernel runs for
    // long.
    if (wide)
      function.addFnAttr("prefer-vector-width", "512");
  }
}

void warmTarget(TargetMachine &machine, LLVMContext &context) {
  Module module("warm", context);
  auto *type = FunctionType::get(Type::getVoidTy(context), /*isVarArg=*/false);
  Function *function = Function::Create(type, GlobalValue::ExternalLinkage, "warm", module);
  // The machine finds its tables again by the attributes that kernels have.
  setTarget(module, machine);
  machine.getTargetTransformInfo(*function);
}

} // namespace weft::compiler
