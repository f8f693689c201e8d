// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/constant_tables.h"

#include "lower/address_space.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <string>

using namespace llvm;

namespace weft::compiler {
namespace {

constexpr std::uint64_t kMaxBytes = 4096;

/// What is done with a private array.
struct Accesses {
  SmallVector<Instruction *> writes; // in the order of their block
  SmallVector<Instruction *> reads;
};

/// False where something is done with the array that is neither.
bool collect(AllocaInst &array, Accesses &accesses) {
  SmallVector<Instruction *> pointers{&array};
  while (!pointers.empty()) {
    Instruction *pointer = pointers.pop_back_val();
    for (Use &use : pointer->uses()) {
      auto *user = cast<Instruction>(use.getUser());
      if (isa<GetElementPtrInst>(user)) {
        pointers.push_back(user);
      } else if (auto *load = dyn_cast<LoadInst>(user)) {
        if (!load->isSimple())
          return false;
        accesses.reads.push_back(load);
      } else if (auto *store = dyn_cast<StoreInst>(user)) {
        if (!store->isSimple() || store->getValueOperand() == pointer)
          return false;
        accesses.writes.push_back(store);
      } else if (auto *fill = dyn_cast<MemSetInst>(user)) {
        if (fill->isVolatile())
          return false;
        accesses.writes.push_back(fill);
      } else if (!user->isLifetimeStartOrEnd()) {
        return false;
      }
    }
  }
  return !accesses.writes.empty() && !accesses.reads.empty();
}

/// Whether each read comes behind all writes, which are in one block.
bool areWrittenFirst(Accesses &accesses, const DominatorTree &dominators) {
  const BasicBlock *block = accesses.writes.front()->getParent();
  if (any_of(accesses.writes, [&](Instruction *write) { return write->getParent() != block; }))
    return false;
  sort(accesses.writes, [](Instruction *a, Instruction *b) { return a->comesBefore(b); });
  return all_of(accesses.reads, [&](Instruction *read) {
    return dominators.dominates(accesses.writes.back(), read);
  });
}

/// The bits of a number, or of a vector's elements one behind the other; false for other constants.
bool appendBytes(const Constant &value, const DataLayout &layout, std::string &bytes) {
  if (auto *vector = dyn_cast<FixedVectorType>(value.getType())) {
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      const Constant *element = value.getAggregateElement(i);
      if (!element || !appendBytes(*element, layout, bytes))
        return false;
    }
    return true;
  }
  APInt bits;
  if (auto *integer = dyn_cast<ConstantInt>(&value))
    bits = integer->getValue();
  else if (auto *real = dyn_cast<ConstantFP>(&value))
    bits = real->getValueAPF().bitcastToAPInt();
  else
    return false;
  if (bits.getBitWidth() % 8 != 0 ||
      layout.getTypeStoreSizeInBits(value.getType()) != bits.getBitWidth())
    return false;
  for (unsigned at = 0; at < bits.getBitWidth(); at += 8)
    bytes.push_back(char(bits.extractBitsAsZExtValue(8, at)));
  return true;
}

/// Does in `table` what a write does in the array; false where it is not known.
bool apply(const Instruction &write, const AllocaInst &array, const DataLayout &layout,
           std::string &table) {
  const auto *fill = dyn_cast<MemSetInst>(&write);
  const Value *pointer = fill ? fill->getRawDest() : cast<StoreInst>(write).getPointerOperand();
  APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  if (pointer->stripAndAccumulateConstantOffsets(layout, offset, true) != &array)
    return false;
  std::string bytes;
  if (fill) {
    const auto *value = dyn_cast<ConstantInt>(fill->getValue());
    const auto *length = dyn_cast<ConstantInt>(fill->getLength());
    if (!value || !length || length->getValue().ugt(table.size()))
      return false;
    bytes.assign(length->getZExtValue(), char(value->getZExtValue()));
  } else {
    const auto *value = dyn_cast<Constant>(cast<StoreInst>(write).getValueOperand());
    if (!value || !appendBytes(*value, layout, bytes))
      return false;
  }
  if (offset.isNegative() || offset.ugt(table.size()) ||
      bytes.size() > table.size() - offset.getZExtValue())
    return false;
  std::copy(bytes.begin(), bytes.end(), table.begin() + std::ptrdiff_t(offset.getZExtValue()));
  return true;
}

bool makeTable(AllocaInst &array, const DominatorTree &dominators) {
  const DataLayout &layout = array.getDataLayout();
  const auto size = array.getAllocationSize(layout);
  Accesses accesses;
  if (!size || size->isScalable() || size->getFixedValue() > kMaxBytes ||
      !array.getAllocatedType()->isAggregateType() || !collect(array, accesses) ||
      !areWrittenFirst(accesses, dominators))
    return false;
  std::string bytes(size->getFixedValue(), '\0');
  for (const Instruction *write : accesses.writes)
    if (!apply(*write, array, layout, bytes))
      return false;
  Constant *content = ConstantDataArray::getString(array.getContext(), bytes, /*AddNull=*/false);
  auto *table =
      new GlobalVariable(*array.getModule(), content->getType(), /*isConstant=*/true,
                         GlobalValue::PrivateLinkage, content, array.getName() + ".table", nullptr,
                         GlobalValue::NotThreadLocal, unsigned(AddressSpace::Constant));
  table->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  table->setAlignment(array.getAlign());
  IRBuilder<> builder(accesses.writes.back());
  builder.CreateMemCpy(&array, array.getAlign(), table, array.getAlign(), bytes.size());
  for (Instruction *write : accesses.writes)
    write->eraseFromParent();
  return true;
}

} // namespace

PreservedAnalyses ConstantTablesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  SmallVector<AllocaInst *> arrays;
  for (Instruction &instruction : function.getEntryBlock())
    if (auto *array = dyn_cast<AllocaInst>(&instruction))
      arrays.push_back(array);
  bool changed = false;
  for (AllocaInst *array : arrays)
    changed |= makeTable(*array, analyses.getResult<DominatorTreeAnalysis>(function));
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace weft::compiler
