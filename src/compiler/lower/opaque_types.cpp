// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/opaque_types.h"

#include "lower/retype.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::compiler {

PreservedAnalyses LowerOpaqueTypesPass::run(Module &module, ModuleAnalysisManager &) {
  retypeModule(module, [&](Type *type) -> Type * {
    auto *opaque = dyn_cast<TargetExtType>(type);
    return opaque && opaque->getName().starts_with("spirv.")
               ? PointerType::get(module.getContext(), 0)
               : type;
  });
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
