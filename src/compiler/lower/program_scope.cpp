// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/program_scope.h"

#include "lower/abi.h"
#include "lower/address_space.h"
#include "lower/primitives.h"
#include "lower/sort.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace weft::compiler {
namespace {

bool isIn(const GlobalVariable &variable, AddressSpace space) {
  return variable.getAddressSpace() == unsigned(space);
}

void collectGlobals(Constant *constant, SetVector<GlobalVariable *> &found,
                    SmallPtrSetImpl<Constant *> &seen) {
  if (!seen.insert(constant).second)
    return;
  if (auto *variable = dyn_cast<GlobalVariable>(constant)) {
    found.insert(variable);
    return;
  }
  for (Use &operand : constant->operands())
    if (auto *inner = dyn_cast<Constant>(operand.get()))
      collectGlobals(inner, found, seen);
}

class ProgramScopeLowering {
public:
  explicit ProgramScopeLowering(Module &program)
      : program_(program), layout_(program.getDataLayout()) {}

  ProgramScope run() {
    choose();
    place();
    SmallVector<Function *> constructors = takeConstructors();
    replaceUses();
    writeInitializer(constructors);
    for (auto &[variable, offset] : offsets_) {
      variable->removeDeadConstantUsers();
      variable->setInitializer(nullptr);
    }
    for (auto &[variable, offset] : offsets_) {
      variable->removeDeadConstantUsers();
      if (variable->use_empty())
        variable->eraseFromParent();
    }
    return result_;
  }

private:
  /// Which variables move: all in the global address space, and constants tied to them by an
  /// address in an initial value, in either direction.
  void choose() {
    MapVector<GlobalVariable *, SetVector<GlobalVariable *>> pointsAt;
    for (GlobalVariable &variable : program_.globals()) {
      if (!isIn(variable, AddressSpace::Global) && !isIn(variable, AddressSpace::Constant))
        continue;
      if (variable.getName().starts_with("llvm."))
        continue;
      auto &targets = pointsAt[&variable];
      SmallPtrSet<Constant *, 16> seen;
      if (variable.hasInitializer())
        collectGlobals(variable.getInitializer(), targets, seen);
      if (isIn(variable, AddressSpace::Global))
        offsets_[&variable] = 0;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (auto &[variable, targets] : pointsAt)
        for (GlobalVariable *target : targets)
          if (offsets_.contains(variable) != offsets_.contains(target)) {
            offsets_[variable] = offsets_[target] = 0;
            changed = true;
          }
    }
  }

  void place() {
    auto alignmentOf = [&](GlobalVariable *variable) {
      return variable->getAlign().value_or(layout_.getPreferredAlign(variable));
    };
    SmallVector<GlobalVariable *> order;
    for (auto &[variable, offset] : offsets_)
      order.push_back(variable);
    sortStably(order, [&](GlobalVariable *a, GlobalVariable *b) {
      return alignmentOf(a) > alignmentOf(b);
    });
    for (GlobalVariable *variable : order) {
      Align alignment = alignmentOf(variable);
      result_.alignment = std::max<std::uint64_t>(result_.alignment, alignment.value());
      result_.bytes = alignTo(result_.bytes, alignment);
      offsets_[variable] = result_.bytes;
      // Two variables never have one address, not even empty ones.
      result_.bytes += std::max<std::uint64_t>(
          1, layout_.getTypeAllocSize(variable->getValueType()).getFixedValue());
    }
  }

  SmallVector<Function *> takeConstructors() {
    SmallVector<std::pair<std::uint64_t, Function *>> found;
    GlobalVariable *list = program_.getGlobalVariable("llvm.global_ctors");
    if (!list)
      return {};
    if (auto *array = dyn_cast<ConstantArray>(list->getInitializer()))
      for (Use &entry : array->operands()) {
        auto *row = cast<ConstantStruct>(entry.get());
        if (auto *function = dyn_cast<Function>(row->getOperand(1)->stripPointerCasts()))
          found.emplace_back(cast<ConstantInt>(row->getOperand(0))->getZExtValue(), function);
      }
    list->eraseFromParent();
    sortStably(found, [](auto &a, auto &b) { return a.first < b.first; });
    SmallVector<Function *> constructors;
    for (auto &[priority, function] : found) {
      function->setCallingConv(CallingConv::SPIR_FUNC); // Clang makes them kernels
      constructors.push_back(function);
    }
    return constructors;
  }

  Value *addressIn(Function &function, GlobalVariable &variable) {
    auto [place, isNew] = addresses_.try_emplace({&function, &variable}, nullptr);
    if (!isNew)
      return place->second;
    BasicBlock &entry = function.getEntryBlock();
    IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    Value *&base = bases_[&function];
    if (!base)
      base = callPrimitive(builder, Primitive::ProgramScope);
    else
      builder.SetInsertPoint(cast<Instruction>(base)->getNextNode());
    Value *address = atByte(builder, base, offsets_[&variable], variable.getName());
    if (!isIn(variable, AddressSpace::Global))
      address = builder.CreateAddrSpaceCast(address, variable.getType());
    return addresses_[{&function, &variable}] = address;
  }

  void replaceUses() {
    SmallVector<Constant *> constants;
    for (auto &[variable, offset] : offsets_)
      constants.push_back(variable);
    convertUsersOfConstantsToInstructions(constants);
    for (auto &[variable, offset] : offsets_)
      for (Use &use : make_early_inc_range(variable->uses()))
        if (auto *user = dyn_cast<Instruction>(use.getUser()))
          use.set(addressIn(*user->getFunction(), *variable));
  }

  /// The value of a constant, which may contain addresses of moved variables.
  Value *valueOf(IRBuilderBase &builder, Constant *constant) {
    SetVector<GlobalVariable *> used;
    SmallPtrSet<Constant *, 16> seen;
    collectGlobals(constant, used, seen);
    if (none_of(used, [&](GlobalVariable *variable) { return offsets_.contains(variable); }))
      return constant;
    Function &function = *builder.GetInsertBlock()->getParent();
    if (auto *variable = dyn_cast<GlobalVariable>(constant))
      return addressIn(function, *variable);
    auto *expression = cast<ConstantExpr>(constant);
    Instruction *instruction = expression->getAsInstruction();
    for (Use &operand : instruction->operands())
      operand.set(valueOf(builder, cast<Constant>(operand.get())));
    return builder.Insert(instruction);
  }

  void store(IRBuilderBase &builder, Constant *constant, Value *address, std::uint64_t offset,
             Align alignment) {
    if (constant->isNullValue() || isa<UndefValue>(constant))
      return; // the block is cleared first
    SetVector<GlobalVariable *> used;
    SmallPtrSet<Constant *, 16> seen;
    collectGlobals(constant, used, seen);
    bool moves = any_of(used, [&](GlobalVariable *target) { return offsets_.contains(target); });
    Type *type = constant->getType();
    if (moves && isa<ConstantStruct>(constant)) {
      const StructLayout *fields = layout_.getStructLayout(cast<StructType>(type));
      for (unsigned i = 0; i < constant->getNumOperands(); ++i)
        store(builder, constant->getAggregateElement(i), address,
              offset + fields->getElementOffset(i), alignment);
      return;
    }
    if (moves && isa<ConstantArray>(constant)) {
      std::uint64_t stride = layout_.getTypeAllocSize(type->getArrayElementType());
      for (unsigned i = 0; i < constant->getNumOperands(); ++i)
        store(builder, constant->getAggregateElement(i), address, offset + i * stride, alignment);
      return;
    }
    Value *place = atByte(builder, address, offset);
    Align here = commonAlignment(alignment, offset);
    if (type->isAggregateType()) {
      auto *image = new GlobalVariable(program_, type, true, GlobalValue::PrivateLinkage, constant,
                                       "weft.initial");
      image->setAlignment(here);
      image->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
      builder.CreateMemCpy(place, here, image, here, layout_.getTypeStoreSize(type));
      return;
    }
    builder.CreateAlignedStore(valueOf(builder, constant), place, here);
  }

  void writeInitializer(ArrayRef<Function *> constructors) {
    if (result_.bytes == 0 && constructors.empty())
      return;
    result_.hasInitializer = true;
    LLVMContext &context = program_.getContext();
    auto *function = Function::Create(
        FunctionType::get(Type::getVoidTy(context), {PointerType::get(context, 0)}, false),
        GlobalValue::ExternalLinkage, kInitializerName, program_);
    function->setDoesNotThrow();
    IRBuilder<> builder(BasicBlock::Create(context, "entry", function));
    builder.CreateRetVoid();
    builder.SetInsertPoint(function->getEntryBlock().getTerminator());
    if (result_.bytes != 0) {
      Value *base = bases_[function] = callPrimitive(builder, Primitive::ProgramScope);
      builder.CreateMemSet(base, builder.getInt8(0), result_.bytes, Align(result_.alignment));
      for (auto &[variable, offset] : offsets_)
        if (variable->hasInitializer()) {
          Value *address = addressIn(*function, *variable);
          builder.SetInsertPoint(function->getEntryBlock().getTerminator());
          if (!isIn(*variable, AddressSpace::Global))
            address = builder.CreateAddrSpaceCast(
                address, PointerType::get(context, unsigned(AddressSpace::Global)));
          store(builder, variable->getInitializer(), address, 0,
                commonAlignment(Align(result_.alignment), offset));
        }
    }
    for (Function *constructor : constructors) {
      builder.SetInsertPoint(function->getEntryBlock().getTerminator());
      builder.CreateCall(constructor)->setCallingConv(constructor->getCallingConv());
    }
  }

  Module &program_;
  const DataLayout &layout_;
  ProgramScope result_;
  MapVector<GlobalVariable *, std::uint64_t> offsets_;
  DenseMap<std::pair<Function *, GlobalVariable *>, Value *> addresses_;
  DenseMap<Function *, Value *> bases_;
};

} // namespace

ProgramScope lowerProgramScope(Module &program) { return ProgramScopeLowering(program).run(); }

} // namespace weft::compiler
