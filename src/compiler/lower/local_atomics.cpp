// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/local_atomics.h"

#include "lower/address_space.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace weft::compiler {
namespace {

bool isLocal(const Value *pointer) {
  return pointer->getType()->getPointerAddressSpace() == unsigned(AddressSpace::Local);
}

} // namespace

PreservedAnalyses LowerLocalAtomicsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
      if (isLocal(update->getPointerOperand()))
        changed |= lowerAtomicRMWInst(update);
    } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      if (isLocal(exchange->getPointerOperand()))
        changed |= lowerAtomicCmpXchgInst(exchange);
    } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      if (store->isAtomic() && isLocal(store->getPointerOperand())) {
        store->setAtomic(AtomicOrdering::NotAtomic); // an exchange with a lock otherwise
        changed = true;
      }
    }
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace weft::compiler
