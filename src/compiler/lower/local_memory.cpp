// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/local_memory.h"

#include "lower/abi.h"
#include "lower/address_space.h"
#include "lower/primitives.h"
#include "lower/sort.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace weft::compiler {
namespace {


void collect(Constant *constant, SetVector<GlobalVariable *> &found,
             SmallPtrSetImpl<Constant *> &seen) {
  if (!seen.insert(constant).second)
    return;
  if (auto *variable = dyn_cast<GlobalVariable>(constant)) {
    if (variable->getAddressSpace() == unsigned(AddressSpace::Local))
      found.insert(variable);
    return;
  }
  if (isa<GlobalValue>(constant))
    return;
  for (Use &operand : constant->operands())
    if (auto *inner = dyn_cast<Constant>(operand.get()))
      collect(inner, found, seen);
}

} // namespace

std::uint64_t lowerLocalVariables(Function &kernel) {
  SetVector<GlobalVariable *> variables;
  SmallPtrSet<Constant *, 16> seen;
  for (Instruction &instruction : instructions(kernel))
    for (Use &operand : instruction.operands())
      if (auto *constant = dyn_cast<Constant>(operand.get()))
        collect(constant, variables, seen);
  if (variables.empty())
    return 0;

  const DataLayout &layout = kernel.getDataLayout();
  SmallVector<Constant *> constants(variables.begin(), variables.end());
  convertUsersOfConstantsToInstructions(constants, &kernel);
  BasicBlock &entry = kernel.getEntryBlock();
  IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  Value *base = callPrimitive(builder, Primitive::LocalMemory);
  auto alignmentOf = [&](GlobalVariable *variable) {
    return variable->getAlign().value_or(layout.getABITypeAlign(variable->getValueType()));
  };
  SmallVector<GlobalVariable *> order(variables.begin(), variables.end());
  sortStably(order, [&](auto *a, auto *b) { return alignmentOf(a) > alignmentOf(b); });
  std::uint64_t bytes = 0;
  for (GlobalVariable *variable : order) {
    std::uint64_t size = layout.getTypeAllocSize(variable->getValueType());
    // Arrays start on a cache line, as long as that wastes little: rows are then whole vectors.
    Align alignment =
        size >= 256 ? std::max(alignmentOf(variable), Align(64)) : alignmentOf(variable);
    bytes = alignTo(bytes, alignment);
    Value *address = atByte(builder, base, bytes, variable->getName());
    for (Use &use : make_early_inc_range(variable->uses())) {
      auto *user = dyn_cast<Instruction>(use.getUser());
      if (user && user->getFunction() == &kernel)
        use.set(address);
    }
    bytes += std::max<std::uint64_t>(1, size);
  }
  return alignTo(bytes, WEFT_MEMORY_ALIGNMENT);
}

} // namespace weft::compiler
