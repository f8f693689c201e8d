// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a region finds when it starts and leaves behind when it ends: arguments, values and private
// variables, at the places that LiveValues gives them.
#include "work_group/region_emitter.h"

#include "lower/abi.h"
#include "lower/address_space.h"
#include "lower/primitives.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft::compiler {
namespace {

/// i1 has no element of its own in a vector of memory.
Type *memoryType(Type *type) {
  return type->isIntegerTy(1) ? Type::getInt8Ty(type->getContext()) : type;
}

} // namespace

void RegionEmitter::bindArguments() {
  IRBuilder<> &builder = loop_.entry();
  LLVMContext &context = builder.getContext();
  // Loaded as pointers into the spaces that they lead to, and not cast: alias analysis looks
  // through casts, and would take what they were before for private memory.
  auto loadPointer = [&](Value *base, std::uint64_t offset, AddressSpace space, const char *name) {
    return loadField(builder, PointerType::get(context, unsigned(space)), base, offset, name);
  };
  // Nobody writes the argument block while the kernel runs: it is constant memory to it.
  LoadInst *block = loadPointer(loop_.launch(), offsetof(WeftLaunchState, arguments),
                                AddressSpace::Constant, "arguments");
  setPointerAlignment(*block, WEFT_MEMORY_ALIGNMENT);
  privateMemory_ = loadPointer(loop_.worker(), offsetof(WeftWorkerState, privateMemory),
                               AddressSpace::Private, "private.memory");
  setPointerAlignment(*cast<LoadInst>(privateMemory_), WEFT_MEMORY_ALIGNMENT);
  localMemory_ = loadPointer(loop_.worker(), offsetof(WeftWorkerState, localMemory),
                             AddressSpace::Local, "local.memory");
  setPointerAlignment(*cast<LoadInst>(localMemory_), WEFT_MEMORY_ALIGNMENT);
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
      isMarked |= instruction->isLifetimeStartOrEnd();
    }
    if (!isUsed || isMarked)
      continue;
    copy.item.CreateLifetimeStart(variables_.lookup(variable));
    ends.CreateLifetimeEnd(variables_.lookup(variable));
  }
}

} // namespace weft::compiler
