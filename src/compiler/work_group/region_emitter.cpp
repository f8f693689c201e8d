// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The regions as code: copies of their blocks in loops over work-items, and the ways from one to
// the next.
#include "work_group/region_emitter.h"

#include "lower/address_space.h"
#include "lower/primitives.h"
#include "work_group/idle_items.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft::compiler {

RegionEmitter::RegionEmitter(const KernelPlan &plan, Function &out, const LoopShape &shape)
    : plan_(plan), out_(out), shape_(shape), loop_(out, shape) {}

void RegionEmitter::run() {
  bindArguments();
  makeVariables();
  for (unsigned i = 0; i < plan_.regions.regions.size(); ++i)
    begins_.push_back(BasicBlock::Create(out_.getContext(), "region" + Twine(i), &out_));
  BranchInst::Create(begins_.front(), loop_.body());
  for (unsigned i = 0; i < plan_.regions.regions.size(); ++i)
    emitRegion(i);
}

void RegionEmitter::emitRegion(unsigned index) {
  const Region &region = plan_.regions.regions[index];
  BasicBlock *begin = begins_[index];
  if (region.exits.size() > 1) {
    // The end of the kernel has the last word: a barrier that some work-item reached wins.
    unsigned start = 0;
    for (unsigned i = 0; i < region.exits.size(); ++i)
      if (plan_.regions.cuts.find(region.exits[i])->second == CutKind::Return)
        start = i;
    IRBuilder<> builder(begin);
    builder.CreateStore(builder.getInt32(start), next_);
  }
  if (region.isUniform) {
    BasicBlock *end = BasicBlock::Create(out_.getContext(), "end", &out_);
    Copy copy(region, begin);
    copyRegion(copy, begin, end);
    return leave(region, end);
  }
  Value *idleFrom = nullptr;
  if (Value *limit = firstIdleLocalId(region, plan_.live)) {
    Copy outside(region, begin);
    IRBuilder<> builder(begin);
    idleFrom = valueAtEntry(outside, limit);
    idleFrom = builder.CreateZExt(idleFrom, builder.getInt64Ty());
  }
  ItemLoops loops(begin, loop_.ids(), shape_, idleFrom);
  auto copyItem = [&] {
    Copy copy(region, begin);
    copy.group.SetInsertPoint(begin->getTerminator());
    copy.ids = &loops.ids();
    copy.accessGroup = loops.hasTail() ? nullptr : loops.accessGroup();
    copyRegion(copy, loops.body(), loops.latch());
  };
  copyItem();
  if (loops.hasTail()) {
    loops.startTail();
    copyItem();
  }
  leave(region, loops.close());
}

void RegionEmitter::copyRegion(Copy &copy, BasicBlock *body, BasicBlock *end) {
  // Entry code grows while the region is copied; it goes before this branch.
  for (BasicBlock *block : copy.region.blocks)
    copy.values[block] = BasicBlock::Create(out_.getContext(), block->getName(), &out_);
  copy.item.SetInsertPoint(body);
  Instruction *enter = copy.item.CreateBr(cast<BasicBlock>(copy.values[copy.region.entry]));
  copy.item.SetInsertPoint(enter);
  if (!copy.ids)
    copy.group.SetInsertPoint(enter);
  copyBlocks(copy);
  keepValues(copy);
  if (copy.ids)
    startVariables(copy, end);
  endBlocks(copy, end);
}

void RegionEmitter::copyBlocks(Copy &copy) {
  for (BasicBlock *block : copy.region.blocks) {
    IRBuilder<> builder(cast<BasicBlock>(copy.values[block]));
    auto cut = plan_.regions.cuts.find(block);
    bool isCut = cut != plan_.regions.cuts.end() && !isa<UnreachableInst>(block->getTerminator());
    for (Instruction &instruction : *block) {
      if (isCut && instruction.isTerminator())
        break; // leave() ends the block
      copyInstruction(copy, instruction, builder);
    }
  }
  for (BasicBlock *block : copy.region.blocks)
    for (Instruction &original : *block) {
      auto copied = copy.values.find(&original);
      if (copied == copy.values.end() || primitiveOf(original))
        continue;
      connect(copy, original, *cast<Instruction>(copied->second));
    }
}

void RegionEmitter::copyInstruction(Copy &copy, Instruction &instruction, IRBuilder<> &builder) {
  if (isa<AllocaInst>(instruction) || isa<DbgInfoIntrinsic>(instruction))
    return;
  if (auto primitive = primitiveOf(instruction)) {
    if (*primitive == Primitive::Barrier)
      return;
    copy.values[&instruction] = lowerPrimitive(copy, cast<CallInst>(instruction), builder);
    return;
  }
  if (instruction.isLifetimeStartOrEnd()) {
    auto *variable = dyn_cast<AllocaInst>(instruction.getOperand(0));
    auto found = variable ? plan_.live.variables.find(variable) : plan_.live.variables.end();
    if (found == plan_.live.variables.end() || found->second.place != VariablePlace::Stack)
      return;
  }
  Instruction *copied = instruction.clone();
  copied->setName(instruction.getName());
  builder.Insert(copied);
  copy.values[&instruction] = copied;
}

void RegionEmitter::connect(Copy &copy, Instruction &original, Instruction &copied) {
  if (auto *phi = dyn_cast<PHINode>(&original)) {
    auto &copiedPhi = cast<PHINode>(copied);
    for (unsigned i = phi->getNumIncomingValues(); i-- > 0;)
      if (!hasEdge(plan_.regions, copy.region, phi->getIncomingBlock(i)))
        copiedPhi.removeIncomingValue(i, false);
    unsigned row = 0;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      BasicBlock *from = phi->getIncomingBlock(i);
      if (!hasEdge(plan_.regions, copy.region, from))
        continue;
      auto *copiedFrom = cast<BasicBlock>(copy.values[from]);
      copiedPhi.setIncomingBlock(row, copiedFrom);
      copiedPhi.setIncomingValue(
          row, operand(copy, phi->getOperandUse(i), *copiedFrom->getTerminator()));
      ++row;
    }
    return;
  }
  for (unsigned i = 0; i < original.getNumOperands(); ++i)
    copied.setOperand(i, operand(copy, original.getOperandUse(i), copied));
  markIndependent(copy, original, copied);
}

Value *RegionEmitter::operand(Copy &copy, const Use &use, Instruction &copiedUser) {
  Value *value = use.get();
  if (isa<BasicBlock>(value))
    return copy.values.lookup(value);
  if (auto *wrapped = dyn_cast<MetadataAsValue>(value))
    return wrapped; // no instruction with a local variable's metadata is copied
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || isa<AllocaInst>(instruction))
    return valueAtEntry(copy, value);
  if (isAvailable(copy.region, copy.reach, use)) {
    assert(copy.values.contains(instruction) && "an available value was copied");
    return copy.values.lookup(instruction);
  }
  auto place = plan_.live.places.find(instruction);
  assert(place != plan_.live.places.end() && "a value that crosses regions has a place");
  if (place->second == ValuePlace::PerItem &&
      copy.region.blocks.contains(instruction->getParent())) {
    IRBuilder<> builder(&copiedUser);
    return loadKept(copy, instruction, builder);
  }
  return valueAtEntry(copy, instruction);
}

void RegionEmitter::endBlocks(Copy &copy, BasicBlock *itemEnd) {
  auto &exits = copy.region.exits;
  for (unsigned i = 0; i < exits.size(); ++i) {
    auto *block = cast<BasicBlock>(copy.values[exits[i]]);
    if (block->getTerminator())
      continue; // unreachable
    IRBuilder<> builder(block);
    bool isReturn = plan_.regions.cuts.find(exits[i])->second == CutKind::Return;
    if (exits.size() > 1 && !isReturn)
      builder.CreateStore(builder.getInt32(i), next_);
    builder.CreateBr(itemEnd);
  }
}

void RegionEmitter::leave(const Region &region, BasicBlock *after) {
  auto &exits = region.exits;
  if (exits.empty()) {
    new UnreachableInst(out_.getContext(), after); // a loop without end
    return;
  }
  if (exits.size() == 1)
    return transition(region, exits.front(), after);
  IRBuilder<> builder(after);
  SmallVector<BasicBlock *> ways;
  for (unsigned i = 0; i < exits.size(); ++i)
    ways.push_back(BasicBlock::Create(out_.getContext(), "exit" + Twine(i), &out_));
  SwitchInst *choice = builder.CreateSwitch(builder.CreateLoad(builder.getInt32Ty(), next_),
                                            ways.front(), exits.size() - 1);
  for (unsigned i = 1; i < exits.size(); ++i)
    choice->addCase(builder.getInt32(i), ways[i]);
  for (unsigned i = 0; i < exits.size(); ++i)
    transition(region, exits[i], ways[i]);
}

void RegionEmitter::transition(const Region &region, BasicBlock *exit, BasicBlock *from) {
  IRBuilder<> builder(from);
  auto beginOf = [&](BasicBlock *entry) {
    return begins_[plan_.regions.regionAt.find(entry)->second];
  };
  switch (plan_.regions.cuts.find(exit)->second) {
  case CutKind::Return:
    builder.CreateBr(loop_.next());
    break;
  case CutKind::Barrier:
    builder.CreateBr(beginOf(exit->getSingleSuccessor()));
    break;
  case CutKind::Branch: {
    // The condition is looked at once, for the group.
    Copy outside(region, from);
    Instruction *original = exit->getTerminator();
    Value *condition = isa<BranchInst>(original) ? cast<BranchInst>(original)->getCondition()
                                                 : cast<SwitchInst>(original)->getCondition();
    Value *value = valueAtEntry(outside, condition);
    Instruction *copied = original->clone();
    for (unsigned i = 0; i < copied->getNumSuccessors(); ++i)
      copied->setSuccessor(i, beginOf(original->getSuccessor(i)));
    if (auto *branch = dyn_cast<BranchInst>(copied))
      branch->setCondition(value);
    else
      cast<SwitchInst>(copied)->setCondition(value);
    builder.Insert(copied);
    break;
  }
  }
}

/// Accesses to memory that work-items share (or own) are independent; the one copy of a variable on
/// the stack is used by all in turn.
void RegionEmitter::markIndependent(Copy &copy, const Instruction &original, Instruction &copied) {
  if (!copy.accessGroup || !original.mayReadOrWriteMemory())
    return;
  auto isIndependent = [&](const Value *pointer) {
    AddressSpace space = AddressSpace(pointer->getType()->getPointerAddressSpace());
    if (space == AddressSpace::Global || space == AddressSpace::Constant ||
        space == AddressSpace::Local)
      return true;
    const Value *origin = getUnderlyingObject(pointer, 0);
    if (isa<Argument>(origin))
      return true;
    auto *variable = dyn_cast<AllocaInst>(origin);
    auto placed = variable ? plan_.live.variables.find(const_cast<AllocaInst *>(variable))
                           : plan_.live.variables.end();
    return placed != plan_.live.variables.end() && placed->second.place == VariablePlace::PerItem;
  };
  bool independent = false;
  if (auto *load = dyn_cast<LoadInst>(&original))
    independent = isIndependent(load->getPointerOperand());
  else if (auto *store = dyn_cast<StoreInst>(&original))
    independent = isIndependent(store->getPointerOperand());
  else if (auto *transfer = dyn_cast<MemTransferInst>(&original))
    independent = isIndependent(transfer->getRawDest()) && isIndependent(transfer->getRawSource());
  else if (auto *set = dyn_cast<MemSetInst>(&original))
    independent = isIndependent(set->getRawDest());
  if (independent)
    copied.setMetadata(LLVMContext::MD_access_group, copy.accessGroup);
}

} // namespace weft::compiler
