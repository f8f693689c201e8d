// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "work_group/region_emitter.h"

#include "lower/abi.h"
#include "lower/address_space.h"
#include "lower/primitives.h"
#include "work_group/idle_items.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft::compiler {
namespace {

PointerType *pointerTo(LLVMContext &context, AddressSpace space) {
  return PointerType::get(context, unsigned(space));
}

bool isLifetimeMarker(const Instruction &instruction) {
  const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return intrinsic && intrinsic->isLifetimeStartOrEnd();
}

/// i1 has no element of its own in a vector of memory.
Type *memoryType(Type *type) {
  return type->isIntegerTy(1) ? Type::getInt8Ty(type->getContext()) : type;
}

} // namespace

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

void RegionEmitter::bindArguments() {
  IRBuilder<> &builder = loop_.entry();
  LLVMContext &context = builder.getContext();
  // Loaded as pointers into the spaces that they lead to, and not cast: alias analysis looks
  // through casts, and would take what they were before for private memory.
  auto loadPointer = [&](Value *base, std::uint64_t offset, AddressSpace space, const char *name) {
    return loadField(builder, pointerTo(context, space), base, offset, name);
  };
  constexpr std::uint64_t kBlockAlignment = 128;
  // Nobody writes the argument block while the kernel runs: it is constant memory to it.
  LoadInst *block = loadPointer(loop_.launch(), offsetof(WeftLaunchState, arguments),
                                AddressSpace::Constant, "arguments");
  setPointerAlignment(*block, kBlockAlignment);
  privateMemory_ = loadPointer(loop_.worker(), offsetof(WeftWorkerState, privateMemory),
                               AddressSpace::Private, "private.memory");
  setPointerAlignment(*cast<LoadInst>(privateMemory_), kBlockAlignment);
  localMemory_ = loadPointer(loop_.worker(), offsetof(WeftWorkerState, localMemory),
                             AddressSpace::Local, "local.memory");
  setPointerAlignment(*cast<LoadInst>(localMemory_), kBlockAlignment);
  programScope_ = loadPointer(loop_.launch(), offsetof(WeftLaunchState, programScope),
                              AddressSpace::Global, "program.scope");

  for (Argument &argument : plan_.kernel.args()) {
    const KernelArgument &placed = plan_.signature.arguments[argument.getArgNo()];
    Type *type = argument.getType();
    Value *&value = arguments_[&argument];
    if (argument.hasByValAttr()) {
      value = builder.CreateAddrSpaceCast(atByte(builder, block, placed.offset), type,
                                          argument.getName());
    } else if (placed.kind == ArgumentKind::LocalPointer) {
      Value *offset = loadField(builder, builder.getInt64Ty(), block, placed.offset);
      value =
          builder.CreateInBoundsGEP(builder.getInt8Ty(), localMemory_, offset, argument.getName());
    } else {
      value = loadField(builder, type, block, placed.offset, argument.getName());
    }
  }
}

void RegionEmitter::makeVariables() {
  IRBuilder<> builder(&out_.getEntryBlock(), out_.getEntryBlock().begin());
  next_ = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "next");
  accumulator_ = builder.CreateAlloca(builder.getInt64Ty(), nullptr, "accumulator");
  for (auto &[value, place] : plan_.live.places)
    if (place == ValuePlace::Shared)
      shared_[value] =
          builder.CreateAlloca(value->getType(), nullptr, value->getName() + ".shared");
  for (auto &[variable, placed] : plan_.live.variables) {
    if (placed.place == VariablePlace::Stack) {
      AllocaInst *copy =
          builder.CreateAlloca(variable->getAllocatedType(), nullptr, variable->getName());
      copy->setAlignment(variable->getAlign());
      variables_[variable] = copy;
    } else if (placed.place == VariablePlace::PerGroup) {
      variables_[variable] =
          atByte(loop_.entry(), privateMemory_, placed.offset, variable->getName());
    }
  }
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

/// Copies the region so that it is entered from the end of `body` and left to `end`.
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
  if (isLifetimeMarker(instruction)) {
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

Value *RegionEmitter::valueAtEntry(Copy &copy, Value *value) {
  if (isa<Argument>(value))
    return arguments_.lookup(value);
  if (auto *variable = dyn_cast<AllocaInst>(value))
    return variableAddress(copy, *variable);
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction)
    return value;
  auto known = copy.atEntry.find(value);
  if (known != copy.atEntry.end())
    return known->second;
  Value *made = nullptr;
  switch (plan_.live.places.find(instruction)->second) {
  case ValuePlace::Shared: {
    AllocaInst *variable = shared_.lookup(instruction);
    made = copy.group.CreateLoad(variable->getAllocatedType(), variable, instruction->getName());
    break;
  }
  case ValuePlace::PerItem:
    made = loadKept(copy, instruction, copy.item);
    break;
  case ValuePlace::Recompute: {
    SmallVector<Value *> operands;
    for (Value *inner : instruction->operands())
      operands.push_back(valueAtEntry(copy, inner));
    if (primitiveOf(*instruction)) {
      made = lowerPrimitive(copy, *cast<CallInst>(instruction), copy.item);
      break;
    }
    Instruction *again = instruction->clone();
    again->setName(instruction->getName());
    for (unsigned i = 0; i < operands.size(); ++i)
      again->setOperand(i, operands[i]);
    made = copy.item.Insert(again);
    break;
  }
  }
  return copy.atEntry[value] = made;
}

Value *RegionEmitter::privateArray(std::uint64_t offset, IRBuilderBase &builder) {
  auto &size = loop_.ids().itemCount;
  Value *row = elementsOfRow(builder, shape_, size[0]);
  Value *items = builder.CreateMul(builder.CreateMul(row, size[1], "", true, true), size[2],
                                   "items", true, true);
  Value *start = atByte(builder, privateMemory_, plan_.live.bytesPerGroup);
  Value *bytes = builder.CreateMul(items, builder.getInt64(offset), "", true, true);
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), start, bytes);
}

Value *RegionEmitter::keptAddress(Copy &copy, Instruction *value, IRBuilderBase &builder) {
  Value *array = privateArray(plan_.live.offsets.lookup(value), copy.group);
  Value *index = copy.ids ? copy.ids->index : builder.getInt64(0);
  return builder.CreateInBoundsGEP(memoryType(value->getType()), array, index,
                                   value->getName() + ".kept");
}

Value *RegionEmitter::loadKept(Copy &copy, Instruction *value, IRBuilderBase &builder) {
  Type *type = value->getType();
  Value *address = keptAddress(copy, value, builder);
  LoadInst *load = builder.CreateAlignedLoad(memoryType(type), address,
                                             keptAlignment(type, plan_.kernel.getDataLayout()),
                                             value->getName());
  if (copy.accessGroup)
    load->setMetadata(LLVMContext::MD_access_group, copy.accessGroup);
  return type->isIntegerTy(1) ? builder.CreateTrunc(load, type) : load;
}

Value *RegionEmitter::variableAddress(Copy &copy, AllocaInst &variable) {
  auto known = variables_.find(&variable);
  if (known != variables_.end())
    return known->second;
  Value *&address = copy.atEntry[&variable];
  if (address)
    return address;
  Value *array = privateArray(plan_.live.variables.find(&variable)->second.offset, copy.group);
  std::uint64_t size = alignTo(
      plan_.kernel.getDataLayout().getTypeAllocSize(variable.getAllocatedType()).getFixedValue(),
      variable.getAlign());
  Value *index = copy.ids ? copy.ids->index : copy.item.getInt64(0);
  Value *bytes = copy.item.CreateMul(index, copy.item.getInt64(size), "", true, true);
  return address =
             copy.item.CreateInBoundsGEP(copy.item.getInt8Ty(), array, bytes, variable.getName());
}

void RegionEmitter::keepValues(Copy &copy) {
  for (BasicBlock *block : copy.region.blocks)
    for (Instruction &original : *block) {
      auto place = plan_.live.places.find(&original);
      if (place == plan_.live.places.end() || place->second == ValuePlace::Recompute)
        continue;
      Value *value = copy.values.lookup(&original);
      IRBuilder<> builder(cast<BasicBlock>(copy.values[block]));
      auto *copied = cast<Instruction>(value);
      BasicBlock *home = copied->getParent(); // which may have no terminator yet
      builder.SetInsertPoint(home, isa<PHINode>(copied) ? home->getFirstInsertionPt()
                                                        : std::next(copied->getIterator()));
      if (place->second == ValuePlace::Shared) {
        builder.CreateStore(value, shared_.lookup(&original));
        continue;
      }
      Value *address = keptAddress(copy, &original, builder);
      if (value->getType()->isIntegerTy(1))
        value = builder.CreateZExt(value, builder.getInt8Ty());
      StoreInst *store = builder.CreateAlignedStore(
          value, address, keptAlignment(original.getType(), plan_.kernel.getDataLayout()));
      if (copy.accessGroup)
        store->setMetadata(LLVMContext::MD_access_group, copy.accessGroup);
    }
}

/// The next work-item finds nothing in a variable on the stack: without this, a loop over
/// work-items seems to carry its contents along.
void RegionEmitter::startVariables(Copy &copy, BasicBlock *end) {
  IRBuilder<> ends(end);
  for (auto &[variable, placed] : plan_.live.variables) {
    if (placed.place != VariablePlace::Stack)
      continue;
    bool isUsed = false;
    bool isMarked = false;
    for (User *user : variable->users()) {
      auto *instruction = cast<Instruction>(user);
      isUsed |= copy.region.blocks.contains(instruction->getParent());
      isMarked |= isLifetimeMarker(*instruction);
    }
    if (!isUsed || isMarked)
      continue;
    copy.item.CreateLifetimeStart(variables_.lookup(variable));
    ends.CreateLifetimeEnd(variables_.lookup(variable));
  }
}

/// Where a copy of the region was cut, the item ends; which way it went is noted.
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

/// What the group does when all its items have left the region.
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

Value *RegionEmitter::idOf(Copy &copy, Primitive primitive, unsigned dimension,
                           IRBuilderBase &builder) {
  const GroupIds &group = loop_.ids();
  auto narrowed = [&](Value *wide) { return builder.CreateTrunc(wide, builder.getInt32Ty()); };
  switch (primitive) {
  case Primitive::GlobalId:
    return copy.ids->globalId[dimension];
  case Primitive::LocalId:
    return copy.ids->localId[dimension];
  case Primitive::GlobalId32:
    return copy.ids->globalId32[dimension];
  case Primitive::LocalId32:
    return copy.ids->localId32[dimension];
  case Primitive::GroupId:
    return group.groupId[dimension];
  case Primitive::GlobalSize:
    return group.globalSize[dimension];
  case Primitive::LocalSize:
    return group.localSize[dimension];
  case Primitive::EnqueuedLocalSize:
    return group.enqueuedLocalSize[dimension];
  case Primitive::NumGroups:
    return group.groupCount[dimension];
  case Primitive::GlobalOffset:
    return group.globalOffset[dimension];
  case Primitive::GroupId32:
    return narrowed(group.groupId[dimension]);
  case Primitive::GlobalSize32:
    return narrowed(group.globalSize[dimension]);
  case Primitive::LocalSize32:
    return narrowed(group.localSize[dimension]);
  case Primitive::EnqueuedLocalSize32:
    return narrowed(group.enqueuedLocalSize[dimension]);
  case Primitive::NumGroups32:
    return narrowed(group.groupCount[dimension]);
  case Primitive::GlobalOffset32:
    return narrowed(group.globalOffset[dimension]);
  default:
    llvm_unreachable("takes no dimension");
  }
}

Value *RegionEmitter::lowerPrimitive(Copy &copy, CallInst &call, IRBuilderBase &builder) {
  Primitive primitive = *primitiveOf(call);
  switch (primitive) {
  case Primitive::WorkDim:
    return loop_.ids().workDim;
  case Primitive::LaunchState:
    return loop_.launch();
  case Primitive::WorkerState:
    return loop_.worker();
  case Primitive::ProgramScope:
    return programScope_;
  case Primitive::LocalMemory:
    return localMemory_;
  case Primitive::PacketMask:
    return packetMask(copy, builder);
  case Primitive::GroupAccumulator:
  case Primitive::GroupResult:
    return accumulator_;
  case Primitive::LinearId:
    return linearId(copy, builder);
  case Primitive::SubGroupId:
    return builder.CreateLShr(linearId(copy, builder), Log2_32(shape_.packetWidth), "sub.group");
  case Primitive::FirstItem:
    return isFirstItem(copy, builder);
  default:
    break;
  }
  assert(isDimensional(primitive) && "lowered by an earlier pass");
  auto *dimension = cast<ConstantInt>(call.getArgOperand(0)); // FixDimensionsPass
  return idOf(copy, primitive, unsigned(dimension->getLimitedValue(2)), builder);
}

Value *RegionEmitter::packetMask(Copy &copy, IRBuilderBase &builder) {
  const unsigned width = shape_.packetWidth;
  if (!copy.ids->lanes)
    return ConstantInt::getTrue(VectorType::get(builder.getInt1Ty(), width, false));
  SmallVector<Constant *> lanes;
  for (unsigned lane = 0; lane < width; ++lane)
    lanes.push_back(builder.getInt32(lane));
  Value *count = builder.CreateTrunc(copy.ids->lanes, builder.getInt32Ty(), "", true, true);
  return builder.CreateICmpULT(ConstantVector::get(lanes), builder.CreateVectorSplat(width, count),
                               "packet.mask");
}

/// Of the item's first work-item. Fewer than 2^31 work-items are in a group.
Value *RegionEmitter::linearId(Copy &copy, IRBuilderBase &builder) {
  auto &id = copy.ids->localId32;
  if (shape_.isLinear)
    return id[0];
  auto size = [&](unsigned dimension) {
    return builder.CreateTrunc(loop_.ids().localSize[dimension], builder.getInt32Ty());
  };
  Value *row = builder.CreateAdd(builder.CreateMul(id[2], size(1)), id[1]);
  return builder.CreateAdd(builder.CreateMul(row, size(0)), id[0], "linear.id");
}

Value *RegionEmitter::isFirstItem(Copy &copy, IRBuilderBase &builder) {
  auto &id = copy.ids->localId;
  return builder.CreateIsNull(builder.CreateOr(builder.CreateOr(id[0], id[1]), id[2]),
                              "first.item");
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
