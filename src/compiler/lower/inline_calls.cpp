// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/inline_calls.h"

#include "analysis/kernel_info.h"
#include "lower/primitives.h"
#include "lower/program_scope.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace weft::compiler {
namespace {

/// Functions from which a work-item primitive can be reached.
SmallPtrSet<Function *, 16> usersOfPrimitives(Module &module) {
  SmallPtrSet<Function *, 16> reached;
  SmallVector<Function *> work;
  for (Function &function : module)
    if (function.isDeclaration() && primitiveOf(function))
      work.push_back(&function);
  while (!work.empty())
    for (User *user : work.pop_back_val()->users())
      if (auto *call = dyn_cast<CallBase>(user))
        if (reached.insert(call->getFunction()).second)
          work.push_back(call->getFunction());
  return reached;
}

/// Clang calls the twin of a kernel, but other producers of kernel IR call kernels.
void separateCalledKernels(Module &module) {
  SmallVector<Function *> called;
  for (Function &function : module)
    if (isKernel(function) &&
        any_of(function.users(), [](User *user) { return isa<CallBase>(user); }))
      called.push_back(&function);
  for (Function *kernel : called) {
    ValueToValueMapTy map;
    Function *twin = CloneFunction(kernel, map);
    twin->setLinkage(GlobalValue::InternalLinkage);
    twin->setCallingConv(CallingConv::SPIR_FUNC);
    kernel->replaceUsesWithIf(twin, [](Use &use) {
      auto *call = dyn_cast<CallBase>(use.getUser());
      return call && call->isCallee(&use);
    });
  }
}

} // namespace

PreservedAnalyses MarkForInliningPass::run(Module &module, ModuleAnalysisManager &) {
  separateCalledKernels(module);
  auto useState = usersOfPrimitives(module);
  for (Function &function : module) {
    bool isUnit = isKernel(function) || function.getName() == kInitializerName;
    if (!isUnit || function.isDeclaration())
      function.setCallingConv(CallingConv::C);
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction)) {
        call->setCallingConv(CallingConv::C);
        call->removeFnAttr(Attribute::NoInline);
      }
    if (function.isDeclaration())
      continue;
    function.removeFnAttr(Attribute::OptimizeNone);
    if (isUnit) {
      function.removeFnAttr(Attribute::AlwaysInline);
      continue;
    }
    function.setLinkage(GlobalValue::InternalLinkage);
    function.setVisibility(GlobalValue::DefaultVisibility);
    function.setComdat(nullptr);
    if (function.hasFnAttribute(Attribute::NoInline) &&
        function.hasFnAttribute(kBuiltinAttribute) && !useState.contains(&function))
      continue;
    function.removeFnAttr(Attribute::NoInline);
    function.addFnAttr(Attribute::AlwaysInline);
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
