// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vectorize/private_arrays.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

namespace weft::compiler {

using namespace llvm;

namespace {

/// Rounds of a loop, instructions of the kernel: beyond these an array stays in memory.
constexpr unsigned kMaxTrips = 32;
constexpr unsigned kMaxInstructionsBefore = 250, kMaxInstructions = 1500;
/// Registers that one array may take.
constexpr std::uint64_t kMaxElements = 32;

AllocaInst *arrayOf(Instruction &access) {
  Value *pointer = getLoadStorePointerOperand(&access);
  return pointer ? dyn_cast<AllocaInst>(getUnderlyingObject(pointer, 0)) : nullptr;
}

bool hasConstantOffset(Instruction &access, const AllocaInst &array, const DataLayout &layout) {
  Value *pointer = getLoadStorePointerOperand(&access);
  APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  return pointer->stripAndAccumulateConstantOffsets(layout, offset, true) == &array;
}

/// Small enough for registers, and all uses are loads and stores of elements.
bool isSmallArray(AllocaInst &array) {
  auto *type = dyn_cast<ArrayType>(array.getAllocatedType());
  if (!type || array.isArrayAllocation())
    return false;
  Type *element = type;
  std::uint64_t count = 1;
  while (auto *inner = dyn_cast<ArrayType>(element)) {
    count *= inner->getNumElements();
    element = inner->getElementType();
  }
  if (count > kMaxElements || !element->isSingleValueType() || element->isVectorTy())
    return false;
  SmallVector<Instruction *> work = {&array};
  while (!work.empty())
    for (User *user : work.pop_back_val()->users()) {
      auto *instruction = cast<Instruction>(user);
      if (isa<GetElementPtrInst>(instruction))
        work.push_back(instruction);
      else if (auto *store = dyn_cast<StoreInst>(instruction)) {
        if (store->getValueOperand()->getType() != element || !store->isSimple())
          return false;
      } else if (auto *load = dyn_cast<LoadInst>(instruction)) {
        if (load->getType() != element || !load->isSimple())
          return false;
      } else if (auto *call = dyn_cast<IntrinsicInst>(instruction);
                 !call || !call->isLifetimeStartOrEnd()) {
        return false;
      }
    }
  return true;
}

using Arrays = SmallPtrSet<AllocaInst *, 4>;

/// Marks the loops to unroll; whether there is one.
bool markLoops(Function &kernel, const Arrays &arrays, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(kernel);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(kernel);
  const DataLayout &layout = kernel.getDataLayout();
  unsigned total = kernel.getInstructionCount();
  bool found = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    unsigned trips = 0;
    SmallVector<BasicBlock *> exiting;
    loop->getExitingBlocks(exiting);
    for (BasicBlock *block : exiting)
      if (unsigned count = evolution.getSmallConstantTripCount(loop, block))
        trips = trips ? std::min(trips, count) : count;
    unsigned size = 0;
    bool indexes = false;
    for (BasicBlock *block : loop->blocks())
      for (Instruction &instruction : *block) {
        ++size;
        if (auto *call = dyn_cast<CallBase>(&instruction); call && call->isConvergent())
          trips = 0; // a barrier stays the one it is
        AllocaInst *array = arrayOf(instruction);
        indexes |=
            array && arrays.contains(array) && !hasConstantOffset(instruction, *array, layout);
      }
    if (!indexes || trips < 2 || trips > kMaxTrips || total + size * trips > kMaxInstructions)
      continue;
    total += size * trips;
    found = true;
    LLVMContext &context = kernel.getContext();
    MDNode *full = MDNode::get(context, MDString::get(context, "llvm.loop.unroll.full"));
    MDNode *id = MDNode::getDistinct(context, {nullptr, full});
    id->replaceOperandWith(0, id);
    loop->setLoopID(id);
    // Its inner loops come next, when their bounds are known.
    if (!loop->isInnermost())
      break;
  }
  return found;
}

/// A store at an index that is a phi of constants, at the head of the phi's block.
StoreInst *storeAtPhi(BasicBlock &block, const Arrays &arrays) {
  for (Instruction &instruction : block) {
    if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      AllocaInst *array = arrayOf(*store);
      auto *gep = dyn_cast<GetElementPtrInst>(store->getPointerOperand());
      if (!array || !arrays.contains(array) || !gep || gep->getPointerOperand() != array)
        return nullptr;
      auto *value = dyn_cast<Instruction>(store->getValueOperand());
      if (value && value->getParent() == &block && !isa<PHINode>(value))
        return nullptr;
      for (Value *index : gep->indices()) {
        while (isa<SExtInst, ZExtInst>(index))
          index = cast<CastInst>(index)->getOperand(0);
        auto *phi = dyn_cast<PHINode>(index);
        if (!isa<ConstantInt>(index) &&
            (!phi || phi->getParent() != &block ||
             !all_of(phi->incoming_values(), [](Value *v) { return isa<ConstantInt>(v); })))
          return nullptr;
      }
      return gep->hasAllConstantIndices() ? nullptr : store;
    }
    if (instruction.mayReadOrWriteMemory() || instruction.isTerminator())
      return nullptr;
  }
  return nullptr;
}

Value *onTheWay(Value *value, BasicBlock &block, BasicBlock *from) {
  if (auto *phi = dyn_cast<PHINode>(value); phi && phi->getParent() == &block)
    return phi->getIncomingValueForBlock(from);
  return value;
}

void splitStores(Function &kernel, const Arrays &arrays) {
  SmallVector<BasicBlock *> blocks;
  for (BasicBlock &block : kernel)
    blocks.push_back(&block);
  for (BasicBlock *block : blocks)
    while (StoreInst *store = storeAtPhi(*block, arrays)) {
      if (any_of(predecessors(block), [&](BasicBlock *from) {
            return !isa<BranchInst>(from->getTerminator()) || count(successors(from), block) != 1;
          }))
        break;
      SmallVector<BasicBlock *> ways(predecessors(block));
      for (BasicBlock *from : ways) {
        BasicBlock *way = from->getSingleSuccessor() ? from : SplitEdge(from, block);
        auto *gep = cast<GetElementPtrInst>(store->getPointerOperand()->stripPointerCasts());
        auto *address = gep->clone();
        for (Use &index : drop_begin(address->operands())) {
          Value *value = index.get();
          const bool isSigned = isa<SExtInst>(value);
          Type *type = value->getType();
          while (isa<SExtInst, ZExtInst>(value))
            value = cast<CastInst>(value)->getOperand(0);
          auto *known = cast<ConstantInt>(onTheWay(value, *block, way));
          index.set(ConstantInt::get(
              type, isSigned ? known->getValue().sextOrTrunc(type->getIntegerBitWidth())
                             : known->getValue().zextOrTrunc(type->getIntegerBitWidth())));
        }
        address->insertBefore(way->getTerminator()->getIterator());
        auto *copy = store->clone();
        copy->setOperand(0, onTheWay(store->getValueOperand(), *block, way));
        copy->setOperand(1, address);
        copy->insertBefore(way->getTerminator()->getIterator());
      }
      store->eraseFromParent();
    }
}

} // namespace

PreservedAnalyses PrivateArrayIndicesPass::run(Function &kernel,
                                               FunctionAnalysisManager &analyses) {
  Arrays arrays;
  for (Instruction &instruction : kernel.getEntryBlock())
    if (auto *array = dyn_cast<AllocaInst>(&instruction); array && isSmallArray(*array))
      arrays.insert(array);
  if (arrays.empty() || kernel.getInstructionCount() > kMaxInstructionsBefore)
    return PreservedAnalyses::all();
  FunctionPassManager prepare, unroll;
  prepare.addPass(LoopSimplifyPass());
  prepare.addPass(LCSSAPass());
  PreservedAnalyses preserved = prepare.run(kernel, analyses);
  // No SROA here, see the header.
  unroll.addPass(LoopUnrollPass(LoopUnrollOptions(3).setPartial(false).setRuntime(false)));
  unroll.addPass(SimplifyCFGPass());
  unroll.addPass(InstCombinePass());
  unroll.addPass(EarlyCSEPass());
  unroll.addPass(SimplifyCFGPass());
  unroll.addPass(LoopSimplifyPass());
  unroll.addPass(LCSSAPass());
  bool changed = false;
  for (unsigned depth = 0; depth < 3 && markLoops(kernel, arrays, analyses); ++depth) {
    changed = true;
    unroll.run(kernel, analyses);
  }
  if (!changed)
    return preserved;
  splitStores(kernel, arrays);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
