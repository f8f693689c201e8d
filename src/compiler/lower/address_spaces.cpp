// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/address_spaces.h"

#include "lower/address_space.h"
#include "lower/program_scope.h"
#include "lower/retype.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

#include <array>

using namespace llvm;

namespace weft::compiler {
namespace {

/// Global, constant and local memory are disjoint; accesses through other pointers may be to any.
void noteDisjointSpaces(Function &function) {
  constexpr std::array kNames = {"global", "constant", "local"};
  constexpr unsigned kSpaces = kNames.size();
  std::array<SmallVector<Instruction *>, kSpaces> accesses;
  for (Instruction &instruction : instructions(function))
    if (const Value *pointer = getLoadStorePointerOperand(&instruction)) {
      unsigned space = pointer->getType()->getPointerAddressSpace();
      if (space >= unsigned(AddressSpace::Global) && space <= unsigned(AddressSpace::Local))
        accesses[space - 1].push_back(&instruction);
    }
  if (count_if(accesses, [](auto &list) { return !list.empty(); }) < 2)
    return;
  MDBuilder metadata(function.getContext());
  MDNode *domain = metadata.createAnonymousAliasScopeDomain("address spaces");
  std::array<Metadata *, kSpaces> scopes;
  for (unsigned space = 0; space < kSpaces; ++space)
    scopes[space] = metadata.createAnonymousAliasScope(domain, kNames[space]);
  for (unsigned space = 0; space < kSpaces; ++space) {
    SmallVector<Metadata *> others;
    for (unsigned other = 0; other < kSpaces; ++other)
      if (other != space)
        others.push_back(scopes[other]);
    MDNode *own = MDNode::get(function.getContext(), scopes[space]);
    MDNode *disjoint = MDNode::get(function.getContext(), others);
    auto add = [](Instruction &access, unsigned kind, MDNode *node) {
      access.setMetadata(kind, MDNode::concatenate(access.getMetadata(kind), node));
    };
    for (Instruction *access : accesses[space]) {
      add(*access, LLVMContext::MD_alias_scope, own);
      add(*access, LLVMContext::MD_noalias, disjoint);
    }
  }
}

} // namespace

PreservedAnalyses LowerAddressSpacesPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : module)
    if (function.getName() != kInitializerName) // writes constants that constructors read
      noteDisjointSpaces(function);
  retypeModule(module, [&](Type *type) -> Type * {
    return type->isPointerTy() ? PointerType::get(module.getContext(), 0) : type;
  });
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
